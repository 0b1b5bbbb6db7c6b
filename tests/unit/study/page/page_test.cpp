// What a page of `heddle report` holds: samples and blocks thinned, limits by the rules.
#include "study/page/page.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "study/limits/limits.hpp"
#include "study/runs/time_tables.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

class PageTables : public testing::Test {
 protected:
  PageTables() {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-page-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~PageTables() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  std::filesystem::path folder_;
};

/// 1000 samples of 10 cycles: of those that 4 neighbours make, counts are four times as large, and
/// a hit rate is that of all loads: of 0 loads at 100% and 3 at 50%, by pairs.
TEST_F(PageTables, SamplesAreMergedByWhatTheyMean) {
  std::string text = "begin,end,warp_instructions,ipc.warp,l1d.loads,l1d.hit_rate\n";
  for (unsigned i = 0; i < 1000; ++i) {
    const bool is_odd = i % 2 != 0;
    text += fmt::format("{},{},{},{},{},{}\n", 10 * i, 10 * (i + 1), 5, is_odd ? 1.0 : 0.0,
                        is_odd ? 3 : 1, is_odd ? "0.5" : "1");
  }
  write("samples.csv", text);
  const SampleTable table = read_samples(folder_, 300);
  EXPECT_EQ(table.lines, 1000u);
  ASSERT_EQ(table.rows.size(), 250u);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double begin = 40.0 * static_cast<double>(i);
    EXPECT_THAT(table.rows[i], testing::ElementsAre(begin, begin + 40, 20, 0.5, 8,
                                                    testing::DoubleNear((2 + 3) / 8.0, 1e-12)));
  }
}

/// Samples of 10 cycles in each stretch from first to second, with IPC 2.
std::string samples_in(const std::vector<std::pair<unsigned, unsigned>>& stretches) {
  std::string text = "begin,end,warp_instructions,ipc.warp\n";
  for (const auto& [first, last] : stretches) {
    for (unsigned begin = first; begin < last; begin += 10)
      text += fmt::format("{},{},20,2\n", begin, begin + 10);
  }
  return text;
}

/// Two kernels of 1000 cycles, 50 samples too many for the table, and between them 98,000 cycles
/// in which none runs: no row reaches into these, and the rows together are 2000 cycles long.
TEST_F(PageTables, ThinnedSamplesLeaveOutWhereNoKernelRan) {
  write("samples.csv", samples_in({{500, 1500}, {99500, 100500}}));
  const SampleTable table = read_samples(folder_, 150);
  EXPECT_EQ(table.lines, 200u);
  EXPECT_LE(table.rows.size(), 150u);
  double painted = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double begin = table.rows[i][0], end = table.rows[i][1];
    EXPECT_TRUE(end <= 1500 || begin >= 99500) << begin << " to " << end;
    EXPECT_EQ(table.running[i], end - begin);
    EXPECT_EQ(table.rows[i][3], 2);
    painted += end - begin;
  }
  EXPECT_EQ(painted, 2000);
}

/// 1000 kernels of 10 cycles each, 90 cycles apart, and a rest of 500,000 cycles after the first
/// half: there are fewer rows than gaps, so that rows reach over the short gaps, but not over the
/// long one. What ran is 10,000 cycles with 20,000 instructions.
TEST_F(PageTables, OnlyTheShortestGapsAreInsideRows) {
  std::vector<std::pair<unsigned, unsigned>> stretches;
  for (unsigned i = 0; i < 1000; ++i) {
    const unsigned begin = 100 * i + (i < 500 ? 0 : 500000);
    stretches.emplace_back(begin, begin + 10);
  }
  write("samples.csv", samples_in(stretches));
  const SampleTable table = read_samples(folder_, 60);
  EXPECT_LE(table.rows.size(), 60u);
  EXPECT_GT(table.rows.size(), 15u);
  double running = 0, instructions = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double begin = table.rows[i][0], end = table.rows[i][1];
    EXPECT_TRUE(end <= 49910 || begin >= 550000) << begin << " to " << end;
    running += table.running[i];
    instructions += table.rows[i][2];
  }
  EXPECT_EQ(running, 10000);
  EXPECT_EQ(instructions, 20000);
}

TEST_F(PageTables, FewSamplesStayAsTheyAre) {
  write("samples.csv", "begin,end,l1d.loads,l1d.hit_rate\n0,10,0,\n10,15,4,0.25\n");
  const SampleTable table = read_samples(folder_, 300);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_TRUE(std::isnan(table.rows[0][3]));
  EXPECT_EQ(table.rows[1][3], 0.25);
  EXPECT_EQ(read_samples(folder_ / "none", 300).lines, 0u);
}

/// The middle sample is empty in the hit rate, and has no weight.
TEST_F(PageTables, WhatHasNoValueHasNoWeight) {
  write("samples.csv", "begin,end,l1d.loads,l1d.hit_rate\n0,10,0,\n10,20,4,0.25\n20,30,0,\n");
  const SampleTable table = read_samples(folder_, 2);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0], testing::ElementsAre(0, 20, 4, 0.25));
}

TEST_F(PageTables, ADamagedTableIsNamedWithItsLine) {
  write("samples.csv", "begin,end,ipc.warp\n0,10,1\n10,twenty,1\n20,30,1\n");
  try {
    read_samples(folder_, 300);
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("line 3: expected a number, not 'twenty'"));
  }
}

/// Two SMs in a launch of 100 cycles: one has two blocks in the first half; the other one has one
/// from cycle 25 to the end, which the run's end cut off. The shorter launch is of the same kernel.
TEST_F(PageTables, BlocksAreCountedBySpan) {
  write("blocks.csv",
        "launch,kernel,sm,place,block,start,end\n"
        "0,\"f(int, int)\",0,0,0,0,10\n"
        "1,\"f(int, int)\",0,0,0,0,50\n1,\"f(int, int)\",0,1,1,0,50\n"
        "1,\"f(int, int)\",1,0,2,25,\n1,\"f(int, int)\",2,0,3,99,100\n");
  const BlockTable table = read_blocks(folder_, 4, 4);
  EXPECT_EQ(table.all_launches, 2u);
  ASSERT_EQ(table.launches.size(), 1u);
  const LaunchBlocks& launch = table.launches[0];
  EXPECT_EQ(launch.launch, 1u);
  EXPECT_EQ(launch.kernel, "f(int, int)");
  EXPECT_EQ(launch.blocks, 4u);
  EXPECT_EQ(launch.cycles, 100u);
  ASSERT_EQ(launch.resident.size(), 3u);
  EXPECT_THAT(launch.resident[0], testing::ElementsAre(2, 2, 0, 0));
  EXPECT_THAT(launch.resident[1], testing::ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(launch.resident[2], testing::ElementsAre(0, 0, 0, 0.04));
}

/// 2 SMs and 200 slots of which 50 issue with half of the lanes; warps are on half of an SM's 48
/// places while there are any; 10 special functions of 4 passes on 2 pipelines for 100 cycles.
TEST(PageFacts, AreDerivedFromStatisticsAndTheMachine) {
  sim::SavedKernel kernel;
  kernel.timed_launches = 2;
  for (const auto& [name, value] : std::map<std::string, double>{{"cycles", 100},
                                                                 {"stall.issued", 50},
                                                                 {"stall.empty", 150},
                                                                 {"simd_efficiency", 0.5},
                                                                 {"residency.warps", 6},
                                                                 {"occupancy.blocks", 4},
                                                                 {"blocks", 8},
                                                                 {"instructions.special", 10}})
    kernel.statistics.push_back({name, value, "", "", 0});
  const sim::Settings settings = sim::parse_settings(
      "[sm]\ncount = 2\nwarps = 48\n[execution.special]\nunit = \"sfu\"\ninitiation = 1\n"
      "[execution.sfu]\ncount = 1\nlanes = 8\n[control]\nlaunch_latency = 15\n",
      "settings");
  const Facts facts = facts_of(kernel, settings);
  EXPECT_NEAR(fact(facts, "slots.useful"), 0.125, 1e-12);
  EXPECT_NEAR(fact(facts, "slots.lost_lanes"), 0.125, 1e-12);
  EXPECT_NEAR(fact(facts, "slots.empty"), 0.75, 1e-12);
  EXPECT_NEAR(fact(facts, "warps.held"), 0.5, 1e-12);
  EXPECT_NEAR(fact(facts, "grid.fill"), 0.5, 1e-12);
  EXPECT_NEAR(fact(facts, "unit.sfu"), 0.2, 1e-12);
  EXPECT_NEAR(fact(facts, "launch.of_empty"), 2 * 15 / (0.75 * 100), 1e-12);
}

/// None of the grid's 4 blocks has ended when the run is cut off.
TEST(PageFacts, CountBlocksThatHaveNotEnded) {
  sim::SavedKernel kernel;
  kernel.timed_launches = 1;
  kernel.statistics = {{"grid.least_blocks", 4, "", "", 0}, {"occupancy.blocks", 4, "", "", 0}};
  const Facts facts = facts_of(kernel, sim::parse_settings("[sm]\ncount = 2\n", "settings"));
  EXPECT_NEAR(fact(facts, "grid.fill"), 0.5, 1e-12);
}

/// Slots go to the first rule that explains them; what a rule has of two parts is added.
TEST(PageLimits, SlotsGoToTheFirstRuleThatHolds) {
  Facts facts = {{"slots.memory", 0.5}, {"slots.pipeline", 0.2}, {"slots.barrier", 0.15},
                 {"slots.useful", 0.1}, {"dram.sustained", 0.7}, {"warps.held", 0.5}};
  auto limits = limits_of(facts);
  ASSERT_EQ(limits.size(), 2u);  // a tenth of issue is no limit
  EXPECT_EQ(limits[0].rule->name, "dram_bandwidth");
  EXPECT_NEAR(limits[0].share, 0.7, 1e-12);
  EXPECT_EQ(limits[0].sentence,
            "50.0% of the issue slots wait for loads or atomics (stall.scoreboard_memory), 20.0% "
            "wait for a unit or the load-store queue (stall.pipeline); DRAM moves 70% of its "
            "sustainable bandwidth (dram.sustained, at least 70%)");
  EXPECT_EQ(limits[1].rule->name, "barrier");
  facts["dram.sustained"] = 0.69;
  limits = limits_of(facts);
  ASSERT_EQ(limits.size(), 3u);
  EXPECT_EQ(limits[0].rule->name, "memory_latency");
  EXPECT_EQ(limits[1].rule->name, "unit_busy");
}

/// The peak is 1 / 0.65 = 1.54 of what a machine that states 65% as sustainable can sustain.
TEST(PageLimits, SayThatAStreamMayExceedTheSustainableBandwidth) {
  const auto sentence = [](double sustained) {
    return limits_of({{"slots.memory", 1}, {"dram.sustained", sustained}})[0].sentence;
  };
  EXPECT_TRUE(sentence(1.54).ends_with(
      "; DRAM moves 154% of its sustainable bandwidth, which a stream of accesses can exceed up to "
      "the peak (dram.sustained, at least 70%)"))
      << sentence(1.54);
  EXPECT_TRUE(sentence(1).ends_with(
      "; DRAM moves 100% of its sustainable bandwidth (dram.sustained, at least 70%)"))
      << sentence(1);
}

/// Each part of the slots has a rule without conditions, but what is issued, which is no loss.
TEST(PageLimits, EverySlotThatIsLostIsExplained) {
  for (const SlotPart& part : kSlotParts) {
    if (part.name == "slots.useful") continue;
    const auto limits =
        limits_of({{std::string(part.name), 1}, {"grid.fill", 1}, {"warps.held", 1}});
    ASSERT_EQ(limits.size(), 1u) << part.name;
    EXPECT_EQ(limits[0].share, 1) << part.name;
    EXPECT_TRUE(limits[0].rule->conditions.empty()) << part.name;
  }
}

/// Names and messages of users stand in the data: none of them ends the element.
TEST(Page, DataDoNotEndTheirElement) {
  const std::string page = html_page("a < b", "{\"name\":\"</script><b>\"}");
  EXPECT_THAT(page, HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(page, HasSubstr("{\"name\":\"\\u003c/script>\\u003cb>\"}"));
}

TEST(Page, IsNotWrittenBeyondItsBound) {
  const std::string data(kMostPageBytes, ' ');
  EXPECT_THROW(html_page("large", data), Error);
}

std::string first_limit(const Facts& facts) {
  const std::vector<Limit> limits = limits_of(facts);
  return limits.empty() ? "" : std::string(limits.front().rule->name);
}

/// Slots that issue are the limit where no wait has nearly as many, however many they are.
TEST(PageLimits, IssuingIsALimitAgainstTheWaitsBesideIt) {
  EXPECT_EQ(
      first_limit({{"slots.useful", 0.575}, {"slots.lost_lanes", 0.1}, {"slots.barrier", 0.1}}),
      "issue");
  EXPECT_EQ(first_limit({{"slots.useful", 0.59}, {"slots.barrier", 0.41}}), "barrier");
  EXPECT_EQ(first_limit({{"slots.useful", 0.61}, {"slots.barrier", 0.39}}), "issue");
  EXPECT_EQ(first_limit({{"slots.useful", 0.4}, {"slots.barrier", 0.3}, {"slots.fetch", 0.3}}),
            "barrier");
}

}  // namespace
}  // namespace heddle::study
