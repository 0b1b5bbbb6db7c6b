// A run whose policy does wrong has failed, with the reason that names the policy, and `heddle run`
// exits with 1, whatever the program makes of the error that it gets.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class PolicyRun : public testing::Test {
 protected:
  PolicyRun() {
    setenv("HEDDLE_SDK", HEDDLE_SDK_TREE, 1);
    setenv("HEDDLE_MACHINES", HEDDLE_MACHINE_FILES, 1);
    folder_.write("k.ptx", kScale);
  }

  /// Of a kernel in a file of PTX, under these settings.
  Finished run_kernel(const std::vector<std::string>& settings) const {
    std::vector<std::string> words = {"run", "--out", "out", "--overwrite"};
    for (const std::string& setting : settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    for (const char* word : {"--kernel", "scale", "--grid", "64", "--block", "128", "--arg",
                             "buffer:65536:iota", "--arg", "u32:7", "k.ptx"})
      words.emplace_back(word);
    return folder_.heddle(words);
  }

  /// The run of the folder has failed for this reason (a regular expression), which says nothing of
  /// a kernel.
  void expect_failed(const std::string& reason) const {
    const nlohmann::json stats = folder_.json("out/stats.json");
    EXPECT_EQ(stats.at("status"), "failed");
    EXPECT_THAT(
        stats.at("reason").get<std::string>(),
        AllOf(ContainsRegex("^" + reason), HasSubstr("the policy is at fault, not the program"),
              Not(HasSubstr("kernel `"))));
  }

  Playground folder_;
};

TEST_F(PolicyRun, OfAWrongAnswerHasFailedForThatReason) {
  for (const char* threads : {"run.threads=1", "run.threads=2"}) {
    const Finished finished =
        run_kernel({"warp_scheduler=misfit", "warp_scheduler.misfit.does=pick_minus_one", threads});
    EXPECT_EQ(finished.exit_code, 1);
    const std::string reason =
        "warp_scheduler misfit on SM 0, cycle [0-9]+: pick\\(slot [01]\\) answered entity "
        "4294967295; allowed: a candidate, entit";
    EXPECT_THAT(finished.err, ContainsRegex("heddle: " + reason));
    expect_failed(reason);
  }
}

TEST_F(PolicyRun, OfAGangSchedulersWrongAnswerHasFailedForThatReason) {
  const Finished finished =
      run_kernel({"sm.schedulers=1", "fetch.buffer_entries=2", "organisation=variable_warp",
                  "gang_scheduler=misfit", "gang_scheduler.misfit.does=pick_no_candidate"});
  EXPECT_EQ(finished.exit_code, 1);
  expect_failed(
      "gang_scheduler misfit on SM 0, cycle [0-9]+: pick\\(\\) answered entity 1; allowed: a "
      "candidate, entit");
}

TEST_F(PolicyRun, OfAPolicyThatThrowsAtALaunchHasFailedForThatReason) {
  const Finished finished =
      run_kernel({"warp_scheduler=misfit", "warp_scheduler.misfit.does=throw_in_kernel_started"});
  EXPECT_EQ(finished.exit_code, 1);
  expect_failed("warp_scheduler misfit on SM 0, cycle 0: kernel_started threw: lost my way");
}

/// Before the program begins.
TEST_F(PolicyRun, DoesNotBeginWithAPolicyThatCannotBeAttached) {
  const Finished finished =
      run_kernel({"warp_scheduler=misfit", "warp_scheduler.misfit.does=throw_in_attach"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err,
              testing::HasSubstr("warp_scheduler misfit on SM 0: attach threw: lost my way"));
  EXPECT_EQ(folder_.read("out/stats.json"), "");
}

/// Before the program begins.
TEST_F(PolicyRun, DoesNotBeginWithAShapeThatNoSmHas) {
  const Finished finished =
      run_kernel({"organisation=misfit", "organisation.misfit.lane_groups=0"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, StartsWith("heddle: organisation misfit: shape() answered lane_groups "
                                       "= 0; allowed: 1 to 512"));
  EXPECT_EQ(folder_.read("out/stats.json"), "");
}

/// Nothing runs, and the policy is named all the same.
TEST_F(PolicyRun, OfACostThatAnOrganisationDoesNotKnowIsRefused) {
  const Finished finished = folder_.heddle({"cost", "--set", "organisation=misfit", "--set",
                                            "organisation.misfit.does=throw_in_storage"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err,
              StartsWith("heddle: organisation misfit: storage threw: lost my way; the policy is"));
}

/// A CUDA program is told of an error that is not its kernel's; this one ignores it.
TEST_F(PolicyRun, TellsAProgramOfAnErrorThatIsNotItsKernels) {
  const std::string program = folder_.compile("careless", R"(
#include <cstdio>
__global__ void nothing() {}
int main() {
  nothing<<<1, 32>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
  const std::string preload = std::string("LD_PRELOAD=") + HEDDLE_MISFIT_RUNTIME;
  const Finished finished = folder_.heddle({"run", "--out", "out", "--set", "throttle=misfit",
                                            "--set", "throttle.misfit.does=hold_until_past", "--",
                                            "/usr/bin/env", preload, program});
  EXPECT_EQ(finished.out, "cudaErrorUnknown\n");
  EXPECT_EQ(finished.exit_code, 1);
  expect_failed(
      "throttle misfit on SM 0, cycle [0-9]+: close\\(\\) answered a gate that holds until "
      "cycle [0-9]+; allowed: cycle [0-9]+ or later");
}

}  // namespace
}  // namespace heddle::test
