// The words that `heddle explain` knows, beside settings, policies, statistics and machines
// (inspect_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Explain : public testing::Test {
 protected:
  std::string text(std::vector<std::string> words) const {
    words.insert(words.begin(), "explain");
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << words.back() << ": " << finished.err;
    return finished.out;
  }

  Playground folder_;
};

TEST_F(Explain, KnowsTermsByEachOfTheirNames) {
  const std::string meaning = "an entry of a cache that records a line that was requested";
  for (const char* word : {"MSHR", "mshr", "miss register", "Miss-Registers"})
    EXPECT_THAT(text({word}), HasSubstr(meaning)) << word;
  EXPECT_THAT(text({"row", "buffer"}), HasSubstr("the row of a DRAM bank that is open"));
  EXPECT_THAT(text({"wavefront"}), HasSubstr("warp: a term\n  also: wavefront\n"));
}

TEST_F(Explain, ShowsWhatHasATermInItsName) {
  EXPECT_THAT(text({"mshr"}), HasSubstr("l1.mshr_entries"));
  EXPECT_THAT(text({"coalesced access"}), HasSubstr("ideal.coalescing"));
  const std::string warp = text({"warp"});
  EXPECT_THAT(warp, HasSubstr("ipc.warp"));
  EXPECT_THAT(text({"ipc"}), HasSubstr("ipc.thread"));
  EXPECT_THAT(text({"occupancy"}), HasSubstr("occupancy.limit.registers"));
  EXPECT_THAT(text({"long scoreboard"}), HasSubstr("stall.scoreboard_memory"));
}

TEST_F(Explain, KnowsWhatNewUsersType) {
  for (const char* word : {"warps",
                           "coalescing",
                           "sector",
                           "divergence",
                           "bank conflict",
                           "cta",
                           "issue slot",
                           "tail",
                           "cache",
                           "bandwidth",
                           "tensor core",
                           "roofline",
                           "predication",
                           "simt",
                           "reconvergence",
                           "unified memory",
                           "hit rate",
                           "double precision",
                           "fp16",
                           "sass",
                           "prefetch",
                           "tlb",
                           "speed of light",
                           "event",
                           "metric",
                           "L1D",
                           "LLC",
                           "power",
                           "clock",
                           "occupancy",
                           "local memory",
                           "register spilling",
                           "scratchpad",
                           "noc",
                           "nvlink"})
    EXPECT_THAT(text({word}), HasSubstr(": a term\n")) << word;
}

TEST_F(Explain, KnowsStallReasonsCommandsAndLimits) {
  EXPECT_THAT(text({"scoreboard_memory"}), HasSubstr("statistic: stall.scoreboard_memory"));
  EXPECT_THAT(text({"whatif"}), HasSubstr("its options: heddle whatif --help"));
  EXPECT_THAT(text({"dram_bandwidth"}), HasSubstr("is limited by: DRAM bandwidth"));
  EXPECT_THAT(text({"speedups"}), HasSubstr("a table of a sweep's results"));
  EXPECT_THAT(text({"gpgpu_n_mem"}), HasSubstr("dram.channels"));
  EXPECT_THAT(text({"gpu_sim_cycle"}), HasSubstr("cycles"));
}

TEST_F(Explain, KnowsErrors) {
  EXPECT_THAT(text({"incomplete"}), HasSubstr("the status of a run"));
  EXPECT_THAT(text({"timeout"}), HasSubstr("the run exceeded seconds"));
  EXPECT_THAT(text({"deadlock"}), HasSubstr("cudaErrorLaunchTimeout"));
  for (const char* word : {"cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE"})
    EXPECT_THAT(text({word}), HasSubstr("text: invalid argument")) << word;
  EXPECT_THAT(text({"heddle.PolicyError"}), HasSubstr("an exception in a policy"));
}

/// Of a word that is no name, what mentions it; more with --all.
TEST_F(Explain, ShowsWhatMentionsAWord) {
  const std::string some = text({"outstanding"});
  EXPECT_THAT(some, HasSubstr("nothing is called 'outstanding'; these mention it:"));
  EXPECT_THAT(some, HasSubstr("l1d.merges"));
  const std::string few = text({"number"}), all = text({"number", "--all"});
  EXPECT_THAT(few, ContainsRegex("\\(8 of [0-9]+, --all shows the others\\)"));
  EXPECT_THAT(all, Not(HasSubstr("--all shows")));
  EXPECT_GT(all.size(), few.size());
}

TEST_F(Explain, FindsNearMissesAmongAllNames) {
  const auto refusal = [&](const char* word) {
    const Finished finished = folder_.heddle({"explain", word});
    EXPECT_EQ(finished.exit_code, 1) << word;
    return finished.err;
  };
  EXPECT_THAT(refusal("coalesing"), HasSubstr("did you mean 'coalescing'?"));
  EXPECT_THAT(refusal("ocupancy"), HasSubstr("did you mean 'occupancy'?"));
  EXPECT_THAT(refusal("swep"), HasSubstr("did you mean 'sweep'?"));
  EXPECT_THAT(refusal("incomplet0"), HasSubstr("did you mean 'incomplete'?"));
}

/// No latency of a unit that the machine lacks.
TEST_F(Explain, GivesNoLatencyWithoutAMatrixUnit) {
  const std::string without = text({"mma", "--machine", "gtx480"});
  EXPECT_THAT(without, HasSubstr("on gtx480: refused, since the machine has no matrix unit"));
  EXPECT_THAT(without, Not(HasSubstr("latency")));
  EXPECT_THAT(text({"mma", "--machine", "v100"}),
              HasSubstr("on v100: latency 23 cycles, and before it the cycles that its "
                        "multiply-adds take; only with elements of f16\n"));
  EXPECT_THAT(text({"add_f32", "--machine", "gtx480"}), Not(HasSubstr("refused")));
}

}  // namespace
}  // namespace heddle::test
