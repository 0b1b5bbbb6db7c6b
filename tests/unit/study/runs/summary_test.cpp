#include "study/runs/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/runs/headline.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

std::vector<Statistic> statistics(double cycles) {
  return {{"cycles", cycles, "", "", 0},
          {"warp_instructions", 2 * cycles, "", "", 0},
          {"thread_instructions", 32 * cycles, "", "", 0},
          {"l1d.hits", 3, "", "", 0},
          {"l1d.misses", 1, "", "", 0},
          {"dram.bytes", 700, "", "", 0},
          {"dram.utilization", 0.25, "", "", 1},
          {"stall.issued", 10, "", "", 0},
          {"stall.barrier", 30, "", "", 0},
          {"stall.empty", 0, "", "", 0}};
}

std::string value_of(const std::vector<HeadlineRow>& rows, const std::string& label) {
  for (const HeadlineRow& row : rows) {
    if (row.label == label) return row.value;
  }
  return "";
}

TEST(Headline, TurnsCountsIntoShares) {
  const auto rows = headline(statistics(1000), 700);
  EXPECT_EQ(value_of(rows, "cycles"), "1,000");
  EXPECT_EQ(value_of(rows, "time on the machine"), "1.4 us");
  EXPECT_EQ(value_of(rows, "IPC (warp)"), "2.00");
  EXPECT_EQ(value_of(rows, "lanes active"), "50.0%");
  EXPECT_EQ(value_of(rows, "L1D load hits"), "75.0%");
  EXPECT_EQ(value_of(rows, "L2 hits"), "-");
  EXPECT_EQ(value_of(rows, "DRAM"), "0.5 GB/s");  // 700 B in 1/0.7 us
  EXPECT_EQ(value_of(rows, "DRAM of peak"), "25.0%");
}

TEST(Headline, EnergyIsShownWithTheComponentsThatTookMost) {
  const std::vector<Statistic> total = {
      {"energy.total", 0.02, "J", "", 0},          {"energy.dynamic", 0.012, "J", "", 0},
      {"energy.l2", 0.0001, "J", "", 0},           {"energy.board", 0.0079, "J", "", 0},
      {"energy.register_file", 0.012, "J", "", 0}, {"energy.average_power", 123.45, "W", "", 1},
      {"energy.delay_product", 0.5, "J s", "", 1}};
  const auto rows = headline(total, 700);
  EXPECT_EQ(value_of(rows, "energy"), "20.0 mJ");
  EXPECT_EQ(value_of(rows, "average power"), "123.5 W");
  const auto components = energy_components(total);
  ASSERT_EQ(components.size(), 2u);
  EXPECT_EQ(components[0].label, "register_file");
  EXPECT_EQ(components[0].value, "60.0%");
  EXPECT_EQ(components[1].label, "board");
}

TEST(Headline, IssueSlotsAreSortedAndSumToAll) {
  const auto rows = issue_slots(statistics(1));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].label, "barrier");
  EXPECT_EQ(rows[0].value, "75.0%");
  EXPECT_EQ(rows[1].value, "25.0%");
}

TEST(Summary, NamesKernelsByTheirTime) {
  sim::RunResult result;
  const auto add = [&](const char* kernel, double cycles) {
    sim::LaunchRecord launch;
    launch.kernel = kernel;
    launch.timed = true;
    launch.blocks_per_sm = 6;
    launch.limited_by = "registers";
    launch.statistics = statistics(cycles);
    result.add(launch);
  };
  add("_Z5shortPi", 100);
  add("_Z4longPi", 600);
  add("_Z5shortPi", 200);
  const sim::RunSubject subject{{"prog"}, "/bin/prog", "gtx480", {}, ""};
  const sim::RunOutcome outcome{sim::RunStatus::incomplete, "interrupted by SIGINT", 130};
  const std::string text = summary({subject, sim::Configuration(), result, outcome, {}});
  EXPECT_THAT(text, HasSubstr("prog on gtx480"));
  EXPECT_THAT(text, HasSubstr("incomplete\n  interrupted by SIGINT"));
  EXPECT_THAT(text, HasSubstr("6 (registers)"));
  EXPECT_LT(text.find("long(int*)"), text.find("short(int*)"));
  EXPECT_THAT(text, testing::ContainsRegex("long.int.. +1 +600 +66.7%"));
  EXPECT_THAT(text, testing::ContainsRegex("short.int.. +2 +300 +33.3%"));
  EXPECT_THAT(text, HasSubstr("3 launches, 3 timed"));
}

TEST(Summary, WarnsWhenNothingOfWhatWasAskedForWasTimed) {
  sim::LaunchRecord launch;
  launch.kernel = "_Z5shortPi";
  sim::RunResult result;
  sim::RunOptions options;
  options.kernels = "long";
  EXPECT_EQ(untimed_warning(options, result), "");  // nothing was launched
  result.add(launch);
  EXPECT_THAT(untimed_warning(options, result),
              HasSubstr("--kernels 'long' matches none of the kernels: short(int*)"));
  options.kernels = "short";
  options.skip = 3;
  EXPECT_THAT(untimed_warning(options, result), HasSubstr("--skip 3"));
  options.timing = sim::Timing::none;
  EXPECT_EQ(untimed_warning(options, result), "");
  options.timing = sim::Timing::full;
  launch.timed = true;
  result.add(launch);
  EXPECT_EQ(untimed_warning(options, result), "");
}

TEST(Summary, SaysWhenNothingWasLaunched) {
  const sim::RunSubject subject{{"prog"}, "/bin/prog", "gtx480", {}, ""};
  EXPECT_THAT(summary({subject, sim::Configuration(), {}, {}, {}}),
              HasSubstr("no kernel was launched"));
}

}  // namespace
}  // namespace heddle::study
