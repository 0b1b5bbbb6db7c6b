// Whose fault a crash is said to be, and what becomes of the signal.
#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Crashes where its first argument says, with handlers as its second one does.
constexpr const char* kCrashing = R"(
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
__global__ void touch(int* x, int n) { for (int i = 0; i < n; ++i) atomicAdd(x, 1); }
static sigjmp_buf back;
static struct sigaction before;
static int* volatile nothing = nullptr;
static void say(const char* text) { if (write(1, text, strlen(text)) < 0) _exit(9); }
static void end(int) { say("handled\n"); _exit(7); }
static void jump(int, siginfo_t*, void*) { say("handled\n"); siglongjmp(back, 1); }
static void chain(int signal, siginfo_t* info, void* context) {
  say("handled\n");
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
  else if (before.sa_handler != SIG_DFL) before.sa_handler(signal);
  else std::signal(signal, SIG_DFL);
}
static void install(const char* how) {
  if (!strcmp(how, "end")) std::signal(SIGSEGV, end);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = !strcmp(how, "jump") ? jump : chain;
  if (!strcmp(how, "jump") || !strcmp(how, "chain")) sigaction(SIGSEGV, &action, &before);
}
static int deep(int n) { volatile char room[1000]; room[n % 1000] = 1; return deep(n + 1) + room[0]; }
static void callback(void*) { *nothing = 1; }
static void aborting(void*) { abort(); }
int main(int argc, char** argv) {
  const char* where = argc > 1 ? argv[1] : "";
  const char* how = argc > 2 ? argv[2] : "";
  const bool late = argc > 3;
  if (!late) install(how);
  int* x;
  cudaMalloc(&x, 128);
  if (!strcmp(where, "look")) {
    sigaction(SIGSEGV, nullptr, &before);
    puts(before.sa_handler == SIG_DFL ? "as the system has it" : "watched");
    return 0;
  }
  if (late) install(how);
  for (volatile int i = 0; i < 2; i = i + 1) {
    if (sigsetjmp(back, 1) != 0) continue;
    touch<<<30, 32>>>(x, !strcmp(where, "long") ? 2000 : 1);  // a block for each SM, and more
    cudaDeviceSynchronize();
    if (!strcmp(where, "host")) *nothing = 1;
    if (!strcmp(where, "raise")) raise(SIGSEGV);
    if (!strcmp(where, "abort")) abort();
    if (!strcmp(where, "thread")) std::thread([] { *nothing = 1; }).join();
    if (!strcmp(where, "deep")) return deep(0);
    if (!strcmp(where, "callback")) cudaLaunchHostFunc(0, callback, nullptr);
    if (!strcmp(where, "aborting callback")) cudaLaunchHostFunc(0, aborting, nullptr);
    if (!strcmp(where, "quiet callback")) { cudaLaunchHostFunc(0, callback, nullptr); sleep(60); }
    if (!strcmp(where, "pointer")) cudaMalloc(reinterpret_cast<int**>(8), 128);
    cudaDeviceSynchronize();
  }
  puts("ended");
  return 0;
}
)";

class Crash : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("crashing", kCrashing)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  /// A program of CUDA.
  Finished run(const std::string& arguments, const std::vector<std::string>& options = {}) const {
    std::string line = "exec " HEDDLE_PROGRAM " run --quiet --out out --overwrite";
    for (const std::string& option : options) line += " " + option;
    return folder_.shell(line + " -- " + program_ + " " + arguments);
  }
  static std::vector<std::string> faulty(const std::string& way) {
    return {"--set warp_scheduler=faulty", "--set warp_scheduler.faulty.way=" + way};
  }
  nlohmann::json stats() const { return folder_.json("out/stats.json"); }
  std::string reason() const { return stats().value("reason", ""); }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> Crash::shared_;
std::string Crash::program_;

/// "heddle crashed (SIGSEGV at libcudart.so.12+0x12ab); ...", as a regular expression.
std::string heddles(const std::string& signal, const std::string& file) {
  return "heddle crashed .SIG" + signal + " at " + file +
         ".0x[0-9a-f]+.; this is a fault of heddle or of a policy built into it, not of the "
         "program";
}

const std::pair<const char*, const char*> kWays[] = {
    {"null_table", "SEGV"}, {"copy", "SEGV"},  {"instruction", "ILL"}, {"division", "FPE"},
    {"exception", "ABRT"},  {"abort", "ABRT"}, {"recursion", "SEGV"}};

int number(const std::string& signal) {
  return signal == "SEGV" ? SIGSEGV : signal == "ILL" ? SIGILL : signal == "FPE" ? SIGFPE : SIGABRT;
}

TEST_F(Crash, OneOfHeddlesIsSaidToBeHeddles) {
  for (const auto& [way, signal] : kWays) {
    const Finished finished = run("''", faulty(way));
    EXPECT_EQ(finished.exit_code, 128 + number(signal)) << way;
    const std::string expected = heddles(signal, "libcudart.so.12");
    EXPECT_THAT(finished.err, ContainsRegex("heddle: " + expected)) << way;
    EXPECT_EQ(stats().at("status"), "failed");
    EXPECT_THAT(reason(), ContainsRegex("^" + expected + "; report it with the manifest.json"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path("out/crash.txt")));
  }
}

/// The C library aborts a process whose heap the program has damaged, too.
TEST_F(Crash, OneOfADamagedHeapIsUnclear) {
  EXPECT_EQ(run("''", faulty("heap")).exit_code, 128 + SIGABRT);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_THAT(reason(), ContainsRegex("^the program crashed in a call of heddle's runtime .SIGABRT "
                                      "at libcudart.so.12.0x[0-9a-f]+.: .* or damaged memory; else "
                                      "this is a fault of heddle"));
}

TEST_F(Crash, OneOfTheProgramsIsTheProgramsAsWithoutHeddle) {
  for (const char* where : {"host", "raise", "abort", "thread", "deep", "callback",
                            "'aborting callback'", "'quiet callback'"}) {
    const bool aborts = std::string(where).find("abort") != std::string::npos;
    const Finished finished = run(where);
    EXPECT_EQ(finished.exit_code, 128 + (aborts ? SIGABRT : SIGSEGV)) << where;
    EXPECT_EQ(stats().at("status"), "incomplete");
    EXPECT_EQ(reason(), std::string("the program was ended by SIG") + (aborts ? "ABRT" : "SEGV"));
    EXPECT_THAT(finished.err, Not(HasSubstr("crashed")));
  }
}

TEST_F(Crash, APointerOfTheProgramsThatIsNoneLeavesItOpen) {
  EXPECT_EQ(run("pointer").exit_code, 128 + SIGSEGV);
  EXPECT_EQ(stats().at("status"), "incomplete");
  EXPECT_THAT(reason(), HasSubstr("it passed a pointer that is none"));
}

TEST_F(Crash, TheProgramsHandlersWorkForItsOwnCrashes) {
  for (const char* late : {"", " late"}) {
    for (const char* where : {"host", "raise", "callback"}) {
      const Finished ended = run(where + std::string(" end") + late);
      EXPECT_EQ(ended.exit_code, 7) << where << late;
      EXPECT_EQ(ended.out, "handled\n");
    }
    for (const char* where : {"host", "raise"}) {
      const Finished back = run(where + std::string(" jump") + late);
      EXPECT_EQ(back.exit_code, 0) << where << late;
      EXPECT_EQ(back.out, "handled\nhandled\nended\n");
      EXPECT_EQ(stats().at("status"), "complete");
    }
    const Finished chained = run(std::string("host chain") + late);
    EXPECT_EQ(chained.exit_code, 128 + SIGSEGV) << late;
    EXPECT_EQ(chained.out, "handled\n");
    EXPECT_EQ(chained.err, "heddle: incomplete: the program was ended by SIGSEGV\n");
  }
}

TEST_F(Crash, TheProgramsHandlersGetHeddlesCrashesWhenHeddleHasSpoken) {
  for (const char* late : {"", " late"}) {
    const Finished ended = run(std::string("'' end") + late, faulty("null_table"));
    EXPECT_EQ(ended.exit_code, 7) << late;
    EXPECT_EQ(ended.out, "handled\n");
    EXPECT_THAT(ended.err, ContainsRegex(heddles("SEGV", "libcudart.so.12")));
    EXPECT_EQ(stats().at("status"), "failed");
    const Finished chained = run(std::string("'' chain") + late, faulty("null_table"));
    EXPECT_EQ(chained.exit_code, 128 + SIGSEGV) << late;
    EXPECT_EQ(chained.out, "handled\n");
  }
}

/// The handler of a program knows the program's threads.
TEST_F(Crash, OnAThreadOfHeddlesTheProgramsHandlerIsNotCalled) {
  std::vector<std::string> options = faulty("worker");
  options.emplace_back("--threads 2");
  const Finished finished = run("long end", options);
  EXPECT_EQ(finished.exit_code, 128 + SIGSEGV);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err, ContainsRegex(heddles("SEGV", "libcudart.so.12")));
  EXPECT_EQ(stats().at("status"), "failed");
}

TEST_F(Crash, WithoutHeddleRunThereIsNoHandler) {
  EXPECT_EQ(run("look").out, "watched\n");
  EXPECT_EQ(folder_.shell(program_ + " look").out, "as the system has it\n");
}

TEST_F(Crash, OneOfABareKernelsPolicyIsSaidToo) {
  folder_.write("long.ptx", kLong);
  for (const auto& [way, signal] : kWays) {
    const Finished finished = folder_.heddle(
        {"run", "--quiet", "--out", "out", "--overwrite", "--set", "warp_scheduler=faulty", "--set",
         std::string("warp_scheduler.faulty.way=") + way, "long.ptx"});
    EXPECT_EQ(finished.exit_code, 128 + number(signal)) << way;
    EXPECT_EQ(stats().at("status"), "failed");
    EXPECT_THAT(reason(), ContainsRegex("^" + heddles(signal, "heddle")));
  }
}

}  // namespace
}  // namespace heddle::test
