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
  if (!strcmp(what, "early")) raise(SIGSEGV);
  int* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  first<<<1, 32>>>(x);
  for (int i = 0; i < 3; ++i) second<<<1, 32>>>(x);
  int host[32];
  cudaMemcpy(host, x, 128, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  fflush(stdout);
  if (!strcmp(what, "stray")) { second<<<1, 32>>>(nullptr); cudaDeviceSynchronize(); }
  if (!strcmp(what, "name")) printf("%s\n", argv[0]);
  if (!strcmp(what, "many")) { for (int i = 0; i < 3000; ++i) second<<<1, 32>>>(x); }
  if (!strncmp(what, "deaf", 4)) {
    signal(SIGTERM, SIG_IGN);
    printf("deaf\n");
    fflush(stdout);
    sleep(1);
    if (!strcmp(what, "deaf end")) return 0;
  }
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
  EXPECT_EQ(finished.err, "heddle: failed: the program's exit code is 5\n");
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

TEST_F(Program, QuietHidesNoReason) {
  EXPECT_EQ(run({"--quiet"}).err, "");
  const auto last_line = [&](std::vector<std::string> options, const char* what) {
    options.insert(options.begin(), {"--quiet", "--overwrite"});
    const std::string said = run(options, what).err;
    return said.substr(said.rfind('\n', said.size() - 2) + 1);
  };
  EXPECT_EQ(last_line({}, "crash"), "heddle: incomplete: the program was ended by SIGSEGV\n");
  EXPECT_THAT(last_line({}, "stray"), testing::StartsWith("heddle: failed: "));
  EXPECT_THAT(last_line({}, "stray"), HasSubstr("null pointer"));
  EXPECT_THAT(last_line({}, "_exit"), HasSubstr("heddle: incomplete: a process ended"));
  EXPECT_EQ(last_line({"--stop-after", "cycles=500"}, "many"),
            "heddle: incomplete: --stop-after cycles=500\n");
}

TEST_F(Program, ACrashLeavesWhatWasMeasured) {
  const Finished finished = run({}, "crash");
  EXPECT_EQ(finished.exit_code, 128 + SIGSEGV);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_THAT(stats().at("reason").get<std::string>(), HasSubstr("SIGSEGV"));
  EXPECT_EQ(stats().at("launches").size(), 4u);
}

TEST_F(Program, ACrashBeforeTheFirstCallIsACrash) {
  EXPECT_EQ(run({}, "early").exit_code, 128 + SIGSEGV);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_EQ(stats().at("reason"), "the program was ended by SIGSEGV");
}

TEST_F(Program, TheProgramSeesItsNameAsTyped) {
  std::filesystem::create_symlink(program_, folder_.path("link"));
  EXPECT_EQ(folder_.heddle({"run", "--quiet", "--", "./link", "name"}).out, "8\n./link\n");
}

TEST_F(Program, NobodyNeedsToHearWhatIsSaid) {
  const std::string command = HEDDLE_PROGRAM " run --out out --overwrite -- " + program_ + " exit ";
  for (const char* nobody : {"2>&-", "2>/dev/full", "2>&- >&- <&-"}) {
    EXPECT_EQ(folder_.shell(command + nobody).exit_code, 5) << nobody;
    EXPECT_EQ(stats().at("exit_code"), 5) << nobody;
  }
  EXPECT_EQ(folder_.shell(HEDDLE_PROGRAM " run -- " + program_ + " 2>/dev/full").exit_code, 0);
  EXPECT_EQ(folder_.shell(HEDDLE_PROGRAM " run nowhere 2>/dev/full").exit_code, 1);
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Program, ManyLaunchesTakeLittleRoom) {
  ASSERT_EQ(run({"--timing", "none"}, "many").exit_code, 0);
  EXPECT_EQ(stats().at("launches").size(), 3005u);
  EXPECT_LT(std::filesystem::file_size(folder_.path("out/stats.json")), 3005u * 600);
  EXPECT_EQ(run({"--overwrite", "--stats", "total"}, "many").exit_code, 0);
  EXPECT_EQ(stats().at("total").at("launches"), 3005);
  EXPECT_LT(std::filesystem::file_size(folder_.path("out/stats.json")), 80'000u);
}

TEST_F(Program, KernelsThatNobodyLaunchesAreReported) {
  const Finished finished = run({"--quiet", "--kernels", "third"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("--kernels 'third' matches none"));
  EXPECT_THAT(finished.err, HasSubstr("second(int*)"));
}

TEST_F(Program, EmptyValuesAreRefused) {
  for (const char* option : {"--out", "--machine", "--timing", "--kernels", "--stop-after", "--set",
                             "--skip", "--config", "--stats", "--threads"}) {
    const Finished finished = folder_.heddle({"run", option, "", "--", program_});
    EXPECT_EQ(finished.exit_code, 1) << option;
    EXPECT_THAT(finished.err, HasSubstr(std::string(option) + " '': expected"));
  }
  EXPECT_THAT(folder_.heddle({"run", "--launches", "0", "--", program_}).err,
              HasSubstr("nothing would be timed"));
}

TEST_F(Program, AFaultNamesItsKernelAsPeopleDo) {
  run({}, "stray");
  EXPECT_EQ(stats().at("status"), "failed");
  EXPECT_THAT(stats().at("reason").get<std::string>(), HasSubstr("second(int*)"));
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
  int interrupt(int signal, const std::string& what = "endless",
                const std::string& until = "8\n") const {
    const pid_t process = folder_.start({"run", "--out", "out", "--", program_, what});
    while (folder_.read("stdout") != until) {
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
  EXPECT_EQ(stats().at("launches").size(), 5u);
}

TEST_F(Interrupted, AProgramThatGoesOnLaunchesNothingMore) {
  EXPECT_EQ(interrupt(SIGTERM, "deaf", "8\ndeaf\n"), 128 + SIGTERM);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_EQ(stats().at("launches").size(), 5u);
  EXPECT_EQ(stats().at("launches").at(4).at("complete"), false);
}

TEST_F(Interrupted, AProgramThatEndsWithoutAnotherLaunchIsComplete) {
  EXPECT_EQ(interrupt(SIGTERM, "deaf end", "8\ndeaf\n"), 0);
  EXPECT_EQ(stats().at("status"), "complete");
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
  refused({"."}, "'.' is a folder, not a program");
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
  refused({"--set", "run.lost_locality_tags=12", "--", program_}, "--set run.lost_locality_tags=8");
}

TEST_F(Program, AProgramWithoutCudaIsSaidToBeOne) {
  const Finished finished = folder_.heddle({"run", "--out", "out", "/bin/true"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(stats().at("status"), "failed");
  EXPECT_THAT(finished.err, HasSubstr("no process of the program used heddle's CUDA runtime"));
}

}  // namespace
}  // namespace heddle::test
