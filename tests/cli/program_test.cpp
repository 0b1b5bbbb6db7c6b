#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

/// Launches `first` once and `second` three times, then does what its argument says.
constexpr const char* kProgram = R"(
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
__global__ void first(int* x) { x[threadIdx.x] += 1; }
__global__ void second(int* x) { x[threadIdx.x] *= 2; }
__global__ void endless(volatile int* x) { while (x[0] >= 0) x[0] = x[0] + 1 & 0xFFFF; }
int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  first<<<1, 32>>>(x);
  for (int i = 0; i < 3; ++i) second<<<1, 32>>>(x);
  int host[32];
  cudaMemcpy(host, x, 128, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  fflush(stdout);
  if (!strcmp(what, "crash")) raise(SIGSEGV);
  if (!strcmp(what, "_exit")) _exit(0);
  if (!strcmp(what, "exit")) exit(5);
  if (!strcmp(what, "close")) { for (int i = 0; i < 100; ++i) close(i); if (chdir("/")) return 9; }
  if (!strcmp(what, "cat")) { int c; while ((c = getchar()) != EOF) putchar(c); }
  if (!strcmp(what, "endless")) { endless<<<1, 1>>>(x); cudaDeviceSynchronize(); }
  first<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  return 0;
}
)";

class Program : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("program", kProgram)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  Finished run(std::vector<std::string> options, const std::string& what = "") const {
    options.insert(options.begin(), {"run", "--out", "out"});
    options.insert(options.end(), {"--", program_});
    if (!what.empty()) options.push_back(what);
    return folder_.heddle(options);
  }
  nlohmann::json stats() const { return folder_.json("out/stats.json"); }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> Program::shared_;
std::string Program::program_;

TEST_F(Program, OutputAndExitCodePassThrough) {
  const Finished finished = run({"--quiet"}, "exit");
  EXPECT_EQ(finished.exit_code, 5);
  EXPECT_EQ(finished.out, "8\n");
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(stats().at("exit_code"), 5);
  EXPECT_EQ(stats().at("status"), "failed");
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Program, ACompleteRunHasAllLaunches) {
  const Finished finished = run({});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(stats().at("status"), "complete");
  EXPECT_EQ(stats().at("launches").size(), 5u);
  EXPECT_EQ(stats().at("launches").at(1).at("kernel"), "second(int*)");
  EXPECT_THAT(finished.err, HasSubstr("second(int*)"));
}

TEST_F(Program, ACrashLeavesWhatWasMeasured) {
  const Finished finished = run({}, "crash");
  EXPECT_EQ(finished.exit_code, 128 + SIGSEGV);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_THAT(stats().at("reason").get<std::string>(), HasSubstr("SIGSEGV"));
  EXPECT_EQ(stats().at("launches").size(), 4u);
}

TEST_F(Program, AnUnderscoreExitIsIncomplete) {
  EXPECT_EQ(run({}, "_exit").exit_code, 0);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_EQ(stats().at("launches").size(), 4u);
}

TEST_F(Program, ClosedDescriptorsAndAnotherFolderDoNotMatter) {
  EXPECT_EQ(run({}, "close").exit_code, 0);
  EXPECT_EQ(stats().at("status"), "complete");
  EXPECT_EQ(stats().at("launches").size(), 5u);
}

TEST_F(Program, ChosenLaunchesAreTimed) {
  ASSERT_EQ(run({"--kernels", "second", "--skip", "1", "--launches", "1"}).exit_code, 0);
  std::vector<bool> timed;
  const nlohmann::json all = stats();
  for (const auto& launch : all.at("launches")) timed.push_back(launch.at("timed"));
  EXPECT_EQ(timed, (std::vector<bool>{false, false, true, false, false}));
  EXPECT_EQ(stats().at("total").at("timed_launches"), 1);
}

TEST_F(Program, WithoutTimingNothingTakesCycles) {
  const Finished finished = run({"--timing", "none"});
  EXPECT_EQ(finished.out, "8\n");
  EXPECT_EQ(stats().at("total").at("timed_launches"), 0);
}

TEST_F(Program, AScriptMayStartSeveralProcesses) {
  folder_.write("script", "#!/bin/sh\n" + program_ + " && echo between && " + program_ + " exit\n",
                true);
  const Finished finished = folder_.heddle({"run", "--out", "out", "./script"});
  EXPECT_EQ(finished.exit_code, 5);
  EXPECT_EQ(finished.out, "8\nbetween\n8\n");
  EXPECT_EQ(stats().at("processes").size(), 2u);
  EXPECT_EQ(stats().at("launches").size(), 9u);
}

TEST_F(Program, StandardInputReachesTheProgram) {
  folder_.write("script", "#!/bin/sh\nprintf hello | " + program_ + " cat\n", true);
  EXPECT_EQ(folder_.heddle({"run", "--quiet", "./script"}).out, "8\nhello");
}

/// Starts an endless kernel, waits until it runs, sends the signal to heddle.
class Interrupted : public Program {
 protected:
  int interrupt(int signal) const {
    const pid_t process = folder_.start({"run", "--out", "out", "--", program_, "endless"});
    while (folder_.read("stdout").empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    kill(process, signal);
    return Playground::wait(process);
  }
};

TEST_F(Interrupted, TerminationReachesTheProgramAndResultsAreWritten) {
  EXPECT_EQ(interrupt(SIGTERM), 128 + SIGTERM);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_THAT(stats().at("reason").get<std::string>(), HasSubstr("SIGTERM"));
  EXPECT_EQ(stats().at("launches").size(), 4u);
}

TEST_F(Interrupted, AKilledRunLeavesValidFiles) {
  EXPECT_EQ(interrupt(SIGKILL), 128 + SIGKILL);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_EQ(folder_.json("out/manifest.json").at("status"), "incomplete");
}

TEST_F(Program, ProgramsThatCannotRunAreNamed) {
  const auto refused = [&](std::vector<std::string> words, const char* message) {
    words.insert(words.begin(), "run");
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr(message));
  };
  folder_.write("plain.txt", "text");
  folder_.write("broken", "text", true);
  folder_.write("source.cu", "");
  refused({"./missing"}, "there is no program './missing'");
  refused({"missing-on-path"}, "there is no program 'missing-on-path'");
  refused({"./plain.txt"}, "not executable");
  refused({"."}, "there is no program");
  refused({"./broken"}, "is not a program that this machine runs");
  refused({"source.cu"}, "heddle cc");
  refused({"./source.cu"}, "heddle cc");
  refused({HEDDLE_STATIC_PROGRAM}, "static CUDA runtime");
  refused({}, "no program");
  refused({"--machin", "gtx480", "./plain.txt"}, "did you mean '--machine'?");
  refused({"--stop-after", "never", "./plain.txt"}, "expected cycles=N or instructions=N");
  refused({"--kernels", "(", "--", program_}, "regular expression");
  refused({"--set", "sm.cuont=3", "--", program_}, "did you mean 'sm.count'?");
  refused({"--timing", "half", "--", program_}, "--timing: run.timing");
}

TEST_F(Program, AProgramWithoutCudaIsSaidToBeOne) {
  const Finished finished = folder_.heddle({"run", "--out", "out", "/bin/true"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(stats().at("status"), "failed");
  EXPECT_THAT(finished.err, HasSubstr("no process of the program used heddle's CUDA runtime"));
}

}  // namespace
}  // namespace heddle::test
