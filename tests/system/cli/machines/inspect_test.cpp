#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Inspect : public testing::Test {
 protected:
  std::string text(const std::vector<std::string>& arguments) const {
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  }
  std::string refusal(const std::vector<std::string>& arguments) const {
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }

  Playground folder_;
};

TEST_F(Inspect, HelpAndVersionAnswer) {
  EXPECT_THAT(text({"--version"}), HasSubstr("heddle 0."));
  EXPECT_THAT(text({"--help"}), HasSubstr("heddle run --machine"));
  EXPECT_THAT(text({"--help"}), HasSubstr("--version  say"));
  for (const char* command : {"run", "list", "explain", "disasm", "compare", "occupancy", "cost"}) {
    EXPECT_THAT(text({command, "--help"}), HasSubstr("Example")) << command;
  }
  EXPECT_EQ(folder_.heddle({}).exit_code, 2);
  EXPECT_THAT(refusal({"rnu"}), HasSubstr("did you mean 'run'?"));
}

TEST_F(Inspect, SaysWhatPoliciesCost) {
  EXPECT_THAT(text({"cost", "--machine", "gtx480-pro"}),
              testing::ContainsRegex("warp_scheduler.pro +all +1,920 +240 +240 B\n"));
  EXPECT_THAT(
      text({"cost", "--machine", "ccws"}),
      testing::ContainsRegex("throttle.ccws +victim tags +512 +40 +20,480 +2,560 +512 x 40\n"));
  EXPECT_THAT(text({"cost", "--machine", "ccws"}),
              testing::ContainsRegex("throttle.ccws +0.02752 +0.1799% +0.026 mm2, 0.17%\n"));
  EXPECT_THAT(text({"cost", "--machine", "fermi-preemption", "--set", "preemption=inplace"}),
              testing::ContainsRegex("preemption.inplace +all +1,280 +160"));
  // Of most of its tables the study gives the entries alone: no total.
  EXPECT_THAT(text({"cost"}), testing::ContainsRegex("throttle.daws +all +[0-9,]+ +[0-9,]+\n"));
  const auto report = nlohmann::json::parse(text({"cost", "--machine", "gtx480-pro", "--json"}));
  for (const auto& policy : report.at("policies")) {
    if (policy.at("name") != "pro") continue;
    EXPECT_EQ(policy.at("bytes"), 240);
    EXPECT_EQ(policy.at("published").at("bits"), 1920);
    EXPECT_NEAR(policy.at("area_mm2"), 1920 * 3.15e-6, 1e-12);
    EXPECT_EQ(policy.at("structures").at(0).at("structure"), "progress of warps");
  }
  EXPECT_THAT(refusal({"cost", "--set", "throttle.ccws.vta_entries=4"}),
              HasSubstr("throttle=ccws"));
}

TEST_F(Inspect, VictimTagsAreWholeSets) {
  for (const std::string throttle : {"ccws", "daws"}) {
    const std::string key = "throttle." + throttle + ".vta_entries";
    const std::vector<std::string> words = {"cost", "--set", "throttle=" + throttle, "--set"};
    const auto with = [&](const std::string& number) {
      std::vector<std::string> all = words;
      all.push_back(key + "=" + number);
      return all;
    };
    EXPECT_THAT(refusal(with("20")), HasSubstr(key + " (20) must be a multiple of throttle." +
                                               throttle + ".vta_ways (8), or at most that: --set " +
                                               key + "=16 or --set " + key + "=24"));
    EXPECT_THAT(text(with("24")), HasSubstr("victim tags"));
    EXPECT_THAT(text(with("5")), HasSubstr("victim tags"));  // one set
  }
  folder_.write("k.ptx", kScale);
  EXPECT_THAT(
      refusal({"run", "--quiet", "--set", "run.lost_locality=true", "--set",
               "run.lost_locality_ways=3", "--arg", "buffer:512", "--arg", "u32:7", "k.ptx"}),
      HasSubstr("run.lost_locality_tags (16) must be a multiple of "
                "run.lost_locality_ways (3)"));
}

TEST_F(Inspect, ListsWhatThereIs) {
  EXPECT_THAT(text({"list"}), HasSubstr("warp_scheduler"));
  EXPECT_THAT(text({"list", "machines"}), HasSubstr("v100"));
  EXPECT_THAT(text({"list", "warp_scheduler"}), HasSubstr("greedy"));
  EXPECT_THAT(text({"list", "statistics"}), HasSubstr("warp_instructions"));
  for (const char* statistic :
       {"block.x", "occupancy.limit.warps", "simd_efficiency", "global.transactions_per_access",
        "l1d.mpki", "l1d.hit_class.intra_thread", "barrier.stall_share", "rtru.geometric_mean",
        "warp_work.mean", "utilization_class.dram"})
    EXPECT_THAT(text({"list", "statistics"}), HasSubstr(statistic));
  EXPECT_THAT(text({"list", "parameters"}), HasSubstr("dram.t_rcd"));
  EXPECT_THAT(text({"list", "instructions", "--markdown"}), HasSubstr("| --- |"));
  EXPECT_THAT(refusal({"list", "machine"}), HasSubstr("did you mean 'machines'?"));
}

TEST_F(Inspect, ExplainsKeysOfEveryKind) {
  EXPECT_THAT(text({"explain", "l1.hit_latency", "--machine", "v100"}), HasSubstr("on v100: 28"));
  EXPECT_THAT(text({"explain", "warp_scheduler"}), HasSubstr("--set warp_scheduler=NAME"));
  EXPECT_THAT(text({"explain", "warp_scheduler.gto"}), HasSubstr("greedy"));
  EXPECT_THAT(text({"explain", "dram"}), HasSubstr("dram.t_rcd"));
  EXPECT_THAT(text({"explain", "throttle.ccws"}), testing::ContainsRegex("k_throttle +8 "));
  EXPECT_THAT(text({"explain", "stall.pipeline"}), HasSubstr("slot-cycles"));
  EXPECT_THAT(text({"explain", "kernel.k.registers"}), HasSubstr("kernel.NAME.registers=VALUE"));
  EXPECT_THAT(refusal({"explain", "l1.hit_latancy"}), HasSubstr("did you mean 'l1.hit_latency'?"));
}

/// By its own name alone: what it is of, its rule, its source, what it stores and its parameters.
TEST_F(Inspect, ExplainsPoliciesByTheirNames) {
  const std::string pro = text({"explain", "pro", "--machine", "gtx480-pro"});
  EXPECT_THAT(pro, HasSubstr("warp_scheduler.pro: "));
  EXPECT_THAT(pro, HasSubstr("kind: warp_scheduler, which eligible warp issues"));
  EXPECT_THAT(pro, HasSubstr("set it with: --set warp_scheduler=pro"));
  EXPECT_THAT(pro, HasSubstr("IPDPS 2015"));
  EXPECT_THAT(pro, HasSubstr("storage on gtx480-pro: 1,920 bits an SM"));
  EXPECT_THAT(pro, testing::ContainsRegex("warp_scheduler.pro.threshold +1000 "));
  const std::string ccws = text({"explain", "ccws"});  // a throttle and a machine
  EXPECT_THAT(ccws, HasSubstr("throttle.ccws: "));
  EXPECT_THAT(ccws, HasSubstr("ccws: Quadro FX 5800 of CCWS, 30 SMs at 325 MHz"));
  EXPECT_THAT(text({"explain", "daws"}), HasSubstr("needs: the compiler's analyses"));
  EXPECT_THAT(text({"explain", "gto"}), HasSubstr("parameters: none"));
}

TEST_F(Inspect, ExplainsEveryPolicyInAParagraph) {
  for (const std::string kind :
       {"warp_scheduler", "throttle", "organisation", "residency", "block_dispatch"}) {
    std::istringstream lines(text({"list", kind, "--markdown"}));
    std::string line;
    for (unsigned number = 0; std::getline(lines, line); ++number) {
      if (number < 2) continue;  // the heading
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      const std::string key = kind + "." + name;
      const std::string said = text({"explain", key});
      const std::size_t begin = said.find("\n\n  "), end = said.find("\n\n", begin + 4);
      ASSERT_LT(begin, end) << key;
      EXPECT_GT(end - begin, 40u) << key;
    }
  }
}

TEST_F(Inspect, ExplainsPartsOfNamesByListingAllThatHaveThem) {
  const std::string stall = text({"explain", "stall"});
  EXPECT_THAT(stall, testing::ContainsRegex("statistics .13.\n"));  // the reasons of stall.hpp
  EXPECT_THAT(stall, testing::ContainsRegex("stall.barrier +slot-cycles +all warps left"));
  const std::string ipc = text({"explain", "ipc"});
  EXPECT_THAT(ipc, HasSubstr("ipc.warp"));
  EXPECT_THAT(ipc, HasSubstr("ipc.thread"));
  EXPECT_THAT(text({"explain", "l1"}), HasSubstr("l1.hit_latency"));
  EXPECT_THAT(text({"explain", "l1d"}), HasSubstr("l1d.misses"));
  const std::string dram = text({"explain", "dram"});
  EXPECT_THAT(dram, testing::ContainsRegex("parameters .[0-9]+.\n"));
  EXPECT_THAT(dram, testing::ContainsRegex("statistics .[0-9]+.\n"));
}

TEST_F(Inspect, ExplainsMachinesWorkloadsAndInstructions) {
  EXPECT_THAT(text({"explain", "gtx480"}), HasSubstr("15 SMs at 700 MHz"));
  EXPECT_THAT(text({"explain", "bfs"}), HasSubstr("Breadth-first search"));
  const std::string mad = text({"explain", "mad"});
  EXPECT_THAT(mad, HasSubstr("PTX instructions"));
  EXPECT_THAT(mad, HasSubstr("mad.lo"));
  EXPECT_THAT(mad, testing::Not(HasSubstr("add.s32")));
}

TEST_F(Inspect, ExplainSaysWhatCanBeAskedFor) {
  const std::string all = text({"explain"});
  for (const char* kind :
       {"kinds of policies", "policies", "parameters", "statistics", "machines", "workloads"})
    EXPECT_THAT(all, HasSubstr(kind));
  EXPECT_THAT(refusal({"explain", "ccsw"}), HasSubstr("did you mean 'ccws'?"));
  EXPECT_THAT(refusal({"explain", "gtx408"}), HasSubstr("did you mean 'gtx480'?"));
  EXPECT_THAT(refusal({"explain", "hotpsot"}), HasSubstr("did you mean 'hotspot'?"));
  EXPECT_THAT(refusal({"explain", "qqqqqqqq"}), HasSubstr("nothing is called 'qqqqqqqq' (heddle"));
}

TEST_F(Inspect, OccupancyNamesAllThatLimitsAnSm) {
  const std::vector<std::string> block = {"occupancy", "--machine", "fermi-preemption",
                                          "--threads", "192",       "--registers",
                                          "32",        "--shared",  "8668"};
  EXPECT_THAT(text(block), HasSubstr("5 blocks an SM, 30 of 48 warps, 93.8% of the registers; "
                                     "limited by registers, shared memory"));
  EXPECT_THAT(text(block), testing::ContainsRegex("registers +32,768 +6,144 +5 +yes\n"));
  EXPECT_THAT(text(block),
              testing::ContainsRegex("shared memory, bytes +49,152 +8,[0-9]+ +5 +yes"));
  auto as_json = block;
  as_json.insert(as_json.end(), {"--json", "--set", "sm.shared_bytes=98304"});
  const auto report = nlohmann::json::parse(text(as_json));
  EXPECT_EQ(report.at("blocks_per_sm"), 5);
  EXPECT_EQ(report.at("limited_by"), nlohmann::json({"registers"}));
  EXPECT_EQ(report.at("resources").size(), 5u);
  EXPECT_THAT(refusal({"occupancy", "--threads", "2048", "--registers", "8"}),
              HasSubstr("a block on gtx480 has 1 to 1024"));
  EXPECT_THAT(refusal({"occupancy", "--threads", "32", "--registers", "8", "--shared", "4K"}),
              HasSubstr("as in 4096 or 4KiB"));
}

}  // namespace
}  // namespace heddle::test
