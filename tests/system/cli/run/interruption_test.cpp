// Ctrl-C and its like, in the middle of a kernel that would take for ever: what was measured is
// kept, whatever the program does with the signal, and the run ends within a bounded time.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "heddle/sim/records/journal_watch.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

/// Runs `brief` to its end and then `endless`, and treats SIGINT as its argument says.
constexpr const char* kWaiting = R"(
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>
__global__ void brief(int* x) { x[threadIdx.x] += 1; }
__global__ void endless(volatile int* x) { while (x[0] >= 0) x[0] = x[0] + 1 & 0xFFFF; }
volatile sig_atomic_t handled = 0;
void handle(int) { handled = handled + 1; }
int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "handles")) signal(SIGINT, handle);
  if (!strcmp(what, "ignores")) { signal(SIGINT, SIG_IGN); signal(SIGTERM, SIG_IGN); }
  int* x;
  cudaMalloc(&x, 128);
  brief<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  if (!strcmp(what, "handles late")) signal(SIGINT, handle);
  endless<<<1, 1>>>(x);
  puts("running");
  fflush(stdout);
  if (!strcmp(what, "polls")) while (cudaStreamQuery(0) == cudaErrorNotReady) usleep(2000);
  if (!strcmp(what, "host")) { cudaStreamQuery(0); for (;;) pause(); }
  const cudaError_t end = cudaDeviceSynchronize();
  brief<<<1, 32>>>(x);
  printf("%s, %s, handled %d\n", cudaGetErrorName(end), cudaGetErrorName(cudaGetLastError()), handled);
  fflush(stdout);
  while (!strcmp(what, "ignores")) pause();
  return 0;
}
)";

class Interruption : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("waiting", kWaiting)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  /// Starts the program and lets the endless kernel run for a while.
  pid_t start(const std::string& what, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"run", "--out", "out", "--overwrite"});
    options.insert(options.end(), {"--", program_, what});
    const pid_t run = start_words(options);
    const bool waits_elsewhere = what == "host";
    EXPECT_TRUE(runs(waits_elsewhere ? 0 : 1000));
    return run;
  }
  pid_t start_words(const std::vector<std::string>& words) const {
    std::filesystem::remove(folder_.path("stdout"));
    const pid_t run = folder_.start(words);
    EXPECT_TRUE(comes_true([&] { return folder_.read("stdout") == "running\n"; }));
    return run;
  }
  /// Waits until a kernel is on its way and so many instructions have run.
  bool runs(std::uint64_t instructions) const {
    return comes_true([&] {
      const auto temporary = folder_.temporaries();
      sim::JournalWatch watch(folder_.path(temporary.empty() ? "out" : "tmp/" + temporary[0]));
      watch.ask_for_report();
      const sim::JournalWatch::Sum sum = watch.sum();
      return sum.unfinished > 0 && sum.warp_instructions >= instructions;
    });
  }
  int interrupt(const std::string& what, std::vector<std::string> options = {}) const {
    const pid_t run = start(what, std::move(options));
    kill(run, SIGINT);
    return Playground::wait(run);
  }
  nlohmann::json stats() const { return folder_.json("out/stats.json"); }
  std::string reason() const { return stats().value("reason", ""); }
  /// Both launches are there, the second as far as it came.
  void expect_kept(const char* counted) const {
    const nlohmann::json all = stats();
    EXPECT_EQ(all.at("status"), "incomplete");
    EXPECT_EQ(all.at("reason"), "interrupted by SIGINT");
    ASSERT_EQ(all.at("launches").size(), 2u);
    const nlohmann::json& last = all.at("launches").at(1);
    EXPECT_THAT(last.at("kernel").get<std::string>(), HasSubstr("endless"));
    EXPECT_FALSE(last.at("complete").get<bool>());
    EXPECT_GT(value(last.at("statistics"), counted), 100);
    EXPECT_TRUE(all.at("launches").at(0).at("complete").get<bool>());
  }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> Interruption::shared_;
std::string Interruption::program_;

TEST_F(Interruption, TheRunningLaunchIsKept) {
  EXPECT_EQ(interrupt("default"), 128 + SIGINT);
  expect_kept("warp_instructions");
  EXPECT_THAT(folder_.read("stderr"), HasSubstr("incomplete\n  interrupted by SIGINT"));
}

TEST_F(Interruption, TheRunningLaunchIsKeptOnSeveralThreadsAndWithoutTiming) {
  EXPECT_EQ(interrupt("default", {"--threads", "2"}), 128 + SIGINT);
  expect_kept("warp_instructions");
  EXPECT_EQ(interrupt("default", {"--timing", "none"}), 128 + SIGINT);
  expect_kept("functional.warp_instructions");
}

/// Each cycle of each scheduler slot has one reason, also of a launch that was cut.
TEST_F(Interruption, WhatIsKeptAddsUp) {
  interrupt("default", {"--set", "sm.count=1"});
  const nlohmann::json last = stats().at("launches").at(1).at("statistics");
  double stalls = 0;
  for (const auto& [name, count] : last.items()) {
    if (name.starts_with("stall.")) stalls += count.get<double>();
  }
  EXPECT_EQ(stalls, 2 * value(last, "cycles")) << "gtx480 has two schedulers an SM";
}

TEST_F(Interruption, AProgramThatHandlesItIsToldByItsNextCall) {
  for (const char* what : {"handles", "handles late"}) {
    EXPECT_EQ(interrupt(what), 128 + SIGINT) << "of heddle: the program's own is 0";
    expect_kept("warp_instructions");
    EXPECT_EQ(stats().at("exit_code"), 0);
    EXPECT_EQ(folder_.read("stdout"),
              "running\ncudaErrorCudartUnloading, cudaErrorCudartUnloading, handled 1\n");
  }
}

TEST_F(Interruption, APollingProgramKeepsItsLaunchToo) {
  EXPECT_EQ(interrupt("polls"), 128 + SIGINT);
  expect_kept("warp_instructions");
}

/// timeout sends the signal to heddle and to the whole group, and heddle passes it on.
TEST_F(Interruption, ASignalThatComesTwiceKeepsTheLaunchToo) {
  for (const char* command : {"timeout -s INT 3", "timeout 3"}) {
    const Finished finished = folder_.shell(
        std::string(command) + " " HEDDLE_PROGRAM " run --out out --overwrite -- " + program_);
    EXPECT_EQ(finished.out, "running\n");
    const nlohmann::json launches = stats().at("launches");
    ASSERT_EQ(launches.size(), 2u) << command;
    EXPECT_GT(value(launches.at(1).at("statistics"), "warp_instructions"), 100);
  }
}

/// The signal is put off for a call that never comes, but not for ever.
TEST_F(Interruption, AProgramThatWaitsElsewhereEnds) {
  const auto began = Clock::now();
  EXPECT_EQ(interrupt("host"), 128 + SIGINT);
  EXPECT_LT(Clock::now() - began, 8s) << "before it gets SIGTERM";
}

/// heddle does not have to live for that.
TEST_F(Interruption, AProgramWhoseHeddleIsKilledEnds) {
  for (const char* what : {"default", "polls", "host"}) {
    const pid_t run = start(what);
    kill(run, SIGKILL);
    Playground::wait(run);
    EXPECT_TRUE(comes_true([&] { return processes_of(program_).empty(); })) << what;
  }
}

/// It is put off like one to heddle, and for the same time at most.
TEST_F(Interruption, ASignalToTheProgramAloneEndsIt) {
  for (const char* what : {"default", "host"}) {
    const pid_t run = start(what);
    std::ifstream children("/proc/" + std::to_string(run) + "/task/" + std::to_string(run) +
                           "/children");
    pid_t program = 0;
    ASSERT_TRUE(children >> program);
    kill(program, SIGTERM);
    EXPECT_EQ(Playground::wait(run), 128 + SIGTERM);
    EXPECT_EQ(reason(), "the program was ended by SIGTERM");
  }
}

TEST_F(Interruption, AProgramThatIgnoresItIsAnnouncedAndEnded) {
  const pid_t run = start("ignores");
  kill(run, SIGINT);
  const auto began = Clock::now();
  EXPECT_TRUE(comes_true([&] { return reason() == "interrupted by SIGINT"; }));
  EXPECT_LT(Clock::now() - began, 5s) << "while the program still runs";
  expect_kept("warp_instructions");
  EXPECT_EQ(Playground::wait(run), 128 + SIGINT);
  EXPECT_LT(Clock::now() - began, 25s);
  expect_kept("warp_instructions");
  const std::string said = folder_.read("stderr");
  EXPECT_THAT(said, HasSubstr("heddle: the program goes on after SIGINT, which stopped the "
                              "simulation (what it measured is kept). It gets SIGTERM in 9 s, "
                              "SIGKILL in 12 s; another Ctrl-C ends it at once\n"));
  EXPECT_THAT(said, HasSubstr("heddle: the program runs 13 s after SIGINT: it gets SIGKILL\n"));
}

TEST_F(Interruption, ASecondOneEndsAtOnce) {
  const pid_t run = start("ignores", {"--quiet"});
  kill(run, SIGINT);
  std::this_thread::sleep_for(500ms);  // sooner, it could be the first one's double
  EXPECT_TRUE(comes_true([&] { return reason() == "interrupted by SIGINT"; }));
  const auto began = Clock::now();
  kill(run, SIGINT);
  EXPECT_EQ(Playground::wait(run), 128 + SIGINT);
  EXPECT_LT(Clock::now() - began, 8s) << "before it gets SIGTERM";
  expect_kept("warp_instructions");
  EXPECT_THAT(folder_.read("stderr"), testing::EndsWith("heddle: incomplete: interrupted by "
                                                        "SIGINT\n"));
}

/// What timelines and samples hold until then is written too.
TEST_F(Interruption, ATimelineEndsThere) {
  const pid_t run =
      start_words({"timeline", "-o", "trace.json", "--set", "sm.count=1", "--", program_});
  EXPECT_TRUE(runs(1000));
  kill(run, SIGINT);
  EXPECT_EQ(Playground::wait(run), 128 + SIGINT);
  EXPECT_THAT(folder_.read("trace.json"), HasSubstr("endless"));
}

TEST_F(Interruption, ABareKernelIsKept) {
  folder_.write("long.ptx", kLong);
  const pid_t run = folder_.start({"run", "--out", "out", "long.ptx"});
  EXPECT_TRUE(runs(1000));
  kill(run, SIGINT);
  EXPECT_EQ(Playground::wait(run), 128 + SIGINT);
  EXPECT_EQ(stats().at("launches").size(), 1u);
  EXPECT_EQ(reason(), "interrupted by SIGINT");
}

/// A shell's loop ends with the run: heddle itself ends by the signal.
TEST_F(Interruption, HeddleEndsByTheSignal) {
  const pid_t run = start("default");
  kill(run, SIGINT);
  int status = 0;
  waitpid(run, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
}

/// nohup and a shell's `&` ignore signals for heddle and the program alike.
TEST_F(Interruption, WhatHeddleWasStartedToIgnoreEndsNothing) {
  const Finished finished = folder_.shell("trap '' HUP; " HEDDLE_PROGRAM
                                          " run --quiet --out out --stop-after cycles=1e6 -- " +
                                          program_ + " & sleep 0.5; kill -HUP $!; wait $!");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(reason(), "--stop-after cycles=1000000");
}

}  // namespace
}  // namespace heddle::test
