// Programs that check themselves: compiled by the tree's nvcc, run on the tree's runtime.
#include <fstream>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;

class Program : public ::testing::TestWithParam<const char*> {};

TEST_P(Program, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const std::string name = GetParam();
  const Outcome built = shop.nvcc(std::string(HEDDLE_PROGRAMS "/") + name + ".cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome outcome = shop.run("./program");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

INSTANTIATE_TEST_SUITE_P(Sdk, Program,
                         ::testing::Values("intrinsics", "groups", "textures", "barriers", "half",
                                           "leaders", "libcu", "random", "float8", "functional",
                                           "later_devices"));
INSTANTIATE_TEST_SUITE_P(WholeSdk, Program,
                         ::testing::Values("bfloat", "thrust_algorithms", "cub_collectives"));

/// Kernels that launch kernels, with and without timing.
class NestedPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(NestedPrograms, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const std::string name = GetParam();
  const Outcome built = shop.nvcc(std::string("-rdc=true " HEDDLE_PROGRAMS "/") + name +
                                  ".cu -o program -lcudadevrt");
  ASSERT_EQ(built.status, 0) << built.text;
  for (const char* options : {"", "--timing none ", "--set sm.count=1 ", "--set run.threads=2 "}) {
    const Outcome outcome =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet ") + options + "-- ./program");
    EXPECT_EQ(outcome.status, 0) << options << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(name + ": passed")) << options;
  }
}

TEST(NestedProgram, IsCountedAndRefusedByName) {
  const Workshop shop;
  const Outcome built =
      shop.nvcc("-rdc=true " HEDDLE_PROGRAMS "/nested_quicksort.cu -o program -lcudadevrt");
  ASSERT_EQ(built.status, 0) << built.text;
  const auto run = [&](const std::string& options) {
    return shop.run(HEDDLE_COMMAND " run --quiet " + options + " -- ./program");
  };
  const Outcome captured = run("--capture program.capture");
  EXPECT_NE(captured.status, 0);
  EXPECT_THAT(captured.text, HasSubstr("launches kernels, and a capture holds the launches of the "
                                       "host only"));
  const Outcome shared = run("--set corun.by=stream");
  EXPECT_NE(shared.status, 0);
  EXPECT_THAT(shared.text, HasSubstr("launches kernels, which programs that share the GPU cannot"));
  ASSERT_EQ(run("--timing none --out out").status, 0);
  const Outcome counted = shop.run(
      "grep -c '\"parent\"' out/stats.json; grep -h "
      "launches_by_kernels out/stats.json");
  EXPECT_EQ(counted.status, 0) << counted.text;
}

INSTANTIATE_TEST_SUITE_P(Sdk, NestedPrograms,
                         ::testing::Values("nested_launches", "nested_quicksort", "nested_tree"));

/// The default machine has no matrix unit, so a timed run on it is refused.
TEST(MatrixProgram, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const Outcome built = shop.nvcc(HEDDLE_PROGRAMS "/matrix_products.cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome refused = shop.run("./program");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.text, HasSubstr("matrix unit does not multiply f16"));
  EXPECT_THAT(refused.text, HasSubstr("--timing none"));
  for (const char* machine : {"t4", "a100"}) {
    const Outcome timed =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet --machine ") + machine + " -- ./program");
    EXPECT_EQ(timed.status, 0) << timed.text;
    EXPECT_THAT(timed.text, HasSubstr("passed"));
  }
  for (const char* machine : {"gtx480", "v100 --set device.compute_capability=8.0"}) {
    const Outcome outcome =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet --timing none --machine ") + machine +
                 " -- ./program");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("passed"));
  }
  // Compute capability 7.0 has wmma, but neither ldmatrix nor wmma on bytes.
  const Outcome lacking =
      shop.run(HEDDLE_COMMAND " run --quiet --timing none --machine v100 -- ./program");
  EXPECT_NE(lacking.status, 0);
  EXPECT_THAT(lacking.text, HasSubstr("needs compute capability 7.2"));
}

/// Lanes of a warp that wait for each other, with and without timing.
class IndependentThreads : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    shop_ = std::make_unique<Workshop>();
    built_ = shop_->nvcc(HEDDLE_PROGRAMS "/independent_threads.cu -lineinfo -o program");
  }
  static void TearDownTestSuite() { shop_.reset(); }
  void SetUp() override { ASSERT_EQ(built_.status, 0) << built_.text; }

  static Outcome run(const std::string& options, const std::string& kernel = "") {
    return shop_->run(HEDDLE_COMMAND " run --quiet " + options + " -- ./program " + kernel);
  }

  /// Returns FILE:LINE of the program's first line that contains `text`.
  static std::string place_of(const std::string& text) {
    std::ifstream file(HEDDLE_PROGRAMS "/independent_threads.cu");
    std::string line;
    unsigned number = 1;
    while (std::getline(file, line) && line.find(text) == std::string::npos) ++number;
    return "independent_threads.cu:" + std::to_string(number);
  }

  static std::unique_ptr<Workshop> shop_;
  static Outcome built_;
};
std::unique_ptr<Workshop> IndependentThreads::shop_;
Outcome IndependentThreads::built_;

TEST_F(IndependentThreads, MakeProgressSinceVolta) {
  for (const char* options :
       {"--machine v100", "--machine v100 --timing none", "--machine a100",
        "--machine v100 --set sm.yield_after=1",
        "--machine gtx480 --set sm.thread_scheduling=independent",
        "--machine v100 --set organisation=temporal --set sm.shared_sizes=single",
        "--machine v100 --set preemption_trigger=periodic --set preemption=occup "
        "--set preemption_trigger.periodic.period=500",
        "--machine v100 --set preemption_trigger=periodic --set preemption=live_cp "
        "--set preemption_trigger.periodic.period=500"}) {
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.status, 0) << options << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("passed")) << options;
    EXPECT_THAT(outcome.text, ::testing::Not(HasSubstr("warning"))) << options;
  }
}

TEST_F(IndependentThreads, WaitForEverWithAStack) {
  for (const char* options : {"--machine gtx480", "--machine gtx480 --timing none",
                              "--machine v100 --set sm.thread_scheduling=stack --timing none"}) {
    const Outcome outcome = run(options, "lock_of_all");
    EXPECT_NE(outcome.status, 0) << options;
    EXPECT_THAT(outcome.text, HasSubstr("no warp can go on")) << options << outcome.text;
    EXPECT_THAT(outcome.text,
                testing::ContainsRegex("\\.ptx:[0-9]+ \\(/.*(atomics.h|threads.cu):[0-9]+\\)"));
  }
}

TEST_F(IndependentThreads, AreWarnedOfLanesThatCannotCome) {
  for (const char* options : {"--machine v100", "--machine v100 --timing none"}) {
    const Outcome outcome = run(options, "shuffle_without_half");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(place_of("__shfl_down_sync(kFull, value, 8)") +
                                        ": the mask of shfl, 0xffffffff, names lanes "
                                        "that did not come to it, 0xffff0000, since they "
                                        "have ended or wait for its lanes elsewhere"));
  }
}

TEST_F(IndependentThreads, AreWarnedOfLanesThatCannotComeWithAStack) {
  for (const char* options : {"--machine gtx480", "--machine gtx480 --timing none",
                              "--machine v100 --set sm.thread_scheduling=stack"}) {
    const Outcome outcome = run(options, "shuffle_without_half");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(place_of("__shfl_down_sync(kFull, value, 8)") +
                                        ": the mask of shfl, 0xffffffff, names lanes "
                                        "that did not come to it, 0xffff0000, since they "
                                        "go another way or skip it"));
    EXPECT_EQ(outcome.text.find("the mask of"), outcome.text.rfind("the mask of")) << outcome.text;
    EXPECT_THAT(run(options, "some_have_ended").text, HasSubstr("the mask of vote_ballot"));
  }
}

TEST_F(IndependentThreads, ThatWaitAtDifferentBarriersAreReported) {
  for (const char* options : {"--machine v100", "--machine v100 --timing none"}) {
    const Outcome outcome = run(options, "different_barriers");
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.text, HasSubstr("wait at different barriers for each other"));
  }
}

}  // namespace
}  // namespace heddle::sdk_test
