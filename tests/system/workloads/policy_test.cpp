// Programs that check themselves, under every warp scheduler with every throttle: whatever decides
// who issues, the output is the same and so are the instructions.

#include <filesystem>

#include <gtest/gtest.h>

#include "built_program.hpp"
#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const Words kSchedulers = {"lrr",
                           "gto",
                           "oldest",
                           "greedy_rr",
                           "two_level",
                           "fetch_groups",
                           "pro",
                           "fetch_groups.size=2",
                           "fetch_groups.stall=long_wait",
                           "pro.order=slot",
                           "two_level.active=1"};
const Words kThrottles = {"none", "swl.limit=1", "swl.limit=5", "ccws", "daws"};

/// "pro" or "pro.threshold=10" as settings of the kind.
Words settings(const std::string& kind, const std::string& policy) {
  Words words = {"--set", kind + "=" + policy.substr(0, policy.find('.'))};
  if (policy.find('.') != std::string::npos)
    words.insert(words.end(), {"--set", kind + "." + policy});
  return words;
}

class EveryPolicy : public testing::Test {
 protected:
  /// Statistics of a run that passes its check.
  nlohmann::json run(const Words& program, const Words& policies) const {
    Words words = {"run", "--quiet", "--overwrite", "--out", "out", "--machine", "gtx480-pro"};
    words.insert(words.end(), policies.begin(), policies.end());
    words.insert(words.end(), {"--", built_program(program.front())});
    words.insert(words.end(), program.begin() + 1, program.end());
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << testing::PrintToString(words) << finished.err;
    EXPECT_EQ(finished.out, program.front() + ": passed\n") << testing::PrintToString(words);
    return folder_.json("out/stats.json").at("total").at("statistics");
  }

  /// Under the pairs of scheduler and throttle that are chosen by their numbers.
  template <typename Chosen>
  void agree(const Words& program, Chosen is_chosen) const {
    const double expected = value(run(program, {}), "warp_instructions");
    for (std::size_t scheduler = 0; scheduler < kSchedulers.size(); ++scheduler) {
      for (std::size_t throttle = 0; throttle < kThrottles.size(); ++throttle) {
        if (!is_chosen(scheduler, throttle)) continue;
        Words policies = settings("warp_scheduler", kSchedulers[scheduler]);
        const Words second = settings("throttle", kThrottles[throttle]);
        policies.insert(policies.end(), second.begin(), second.end());
        const auto found = run(program, policies);
        // The instructions of bfs depend on who comes first.
        if (program.front() == "bfs") continue;
        EXPECT_EQ(value(found, "warp_instructions"), expected)
            << kSchedulers[scheduler] << ' ' << kThrottles[throttle];
      }
    }
  }
  void expect_no_limit(const Words& program, const std::string& scheduler) const {
    Words policies = settings("warp_scheduler", scheduler);
    const auto expected = run(program, policies);
    policies.insert(policies.end(), {"--set", "throttle=swl", "--set", "throttle.swl.limit=48"});
    EXPECT_EQ(run(program, policies), expected) << program.front() << ' ' << scheduler;
  }

  Playground folder_;
};

/// Every program with every pair of policies.
class WholePolicies : public EveryPolicy {};

/// In turn: every pair of policies has one of these programs, every policy has each of them.
const std::vector<Words> kPrograms = {
    {"hotspot", "70", "2", "2"}, {"bfs", "3000", "5"}, {"pathfinder", "3000", "12", "5"}};

TEST_F(EveryPolicy, GivesTheSameOutputFromTheSameInstructions) {
  for (std::size_t program = 0; program < kPrograms.size(); ++program)
    agree(kPrograms[program], [&](std::size_t scheduler, std::size_t throttle) {
      return (scheduler + throttle) % kPrograms.size() == program;
    });
}

TEST_F(WholePolicies, GiveTheSameOutputFromTheSameInstructions) {
  for (const Words& program : kPrograms)
    agree(program, [](std::size_t, std::size_t) { return true; });
}

TEST_F(EveryPolicy, AWarpLimitOfAllWarpsIsNone) {
  for (std::size_t scheduler = 0; scheduler < kSchedulers.size(); ++scheduler)
    expect_no_limit(kPrograms[scheduler % kPrograms.size()], kSchedulers[scheduler]);
}

TEST_F(WholePolicies, AWarpLimitOfAllWarpsIsNone) {
  for (const Words& program : kPrograms) {
    for (const std::string& scheduler : kSchedulers) expect_no_limit(program, scheduler);
  }
}

/// One warp at a time: with a latency of the pipeline between its instructions, and no overlap.
TEST_F(EveryPolicy, AWarpLimitOfOneIsSlow) {
  const Words program = {"hotspot", "70", "2", "2"};
  const double free = value(run(program, {}), "cycles");
  const auto limited = run(program, {"--set", "throttle=swl", "--set", "throttle.swl.limit=1"});
  EXPECT_GT(value(limited, "cycles"), 2 * free);
  EXPECT_GT(value(limited, "stall.throttled"), 0);
}

}  // namespace
}  // namespace heddle::test
