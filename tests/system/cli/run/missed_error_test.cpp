// Errors that a program may have missed: which of them fail the run, and which are warnings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Launches something that is refused, and then does what its argument says.
constexpr const char* kMissing = R"(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
__global__ void plain(int* x) { x[threadIdx.x] += 1; }
__global__ void shared(int* x) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = x[threadIdx.x];
}
__global__ void greedy(int* x) {
  int v[40];
  for (int i = 0; i < 40; ++i) v[i] = x[threadIdx.x + i];
  __syncthreads();
  for (int i = 0; i < 40; ++i) x[threadIdx.x + i] = v[39 - i];
}
static void refused(int* x) { plain<<<1, 1025>>>(x); }
int main(int argc, char** argv) {
  const char* what = argv[1];
  auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  int* x;
  cudaMalloc(&x, 1 << 16);
  if (is("threads")) refused(x);
  if (is("shared")) shared<<<1, 32, 1 << 20>>>(x);
  if (is("registers")) greedy<<<1, 1024>>>(x);
  if (is("three")) for (int i = 0; i < 3; ++i) refused(x);
  if (is("asked")) { refused(x); std::printf("%d", cudaGetLastError()); }
  if (is("peeked")) { refused(x); std::printf("%d", cudaPeekAtLastError()); }
  if (is("synchronized")) { refused(x); std::printf("%d", cudaDeviceSynchronize()); }
  if (is("asked before")) { cudaGetLastError(); refused(x); }
  if (is("asked between")) { refused(x); std::printf("%d", cudaGetLastError()); refused(x); }
  if (is("other thread")) { std::thread([&] { refused(x); }).join(); std::printf("%d", cudaGetLastError()); }
  if (is("another error")) { refused(x); cudaSetDevice(7); std::printf("%d", cudaGetLastError()); }
  if (is("code")) { refused(x); std::exit(3); }
  if (is("by call")) {
    void* arguments[] = {&x};
    std::printf("%d", cudaLaunchKernel((const void*)plain, 1, 1025, arguments, 0, 0));
  }
  if (is("returned")) {
    int host;
    for (int i = 0; i < 3; ++i) cudaMemcpy(&host, x, 4, (cudaMemcpyKind)9);
    cudaSetDevice(7);
    cudaEvent_t event;
    cudaEventCreate(&event);
    plain<<<1, 32>>>(x);
    cudaEventRecord(event);
    while (cudaEventQuery(event) == cudaErrorNotReady) {
    }
  }
  if (is("fault")) { plain<<<1, 32>>>(nullptr); std::printf("%d", cudaDeviceSynchronize()); }
  plain<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}
)";

class MissedError : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("missing", kMissing)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  Finished run(const std::string& what) {
    std::vector<std::string> words = {"run", "--overwrite", "--out", "out", "--", program_, what};
    // More registers than blocks of 1024 threads can have.
    if (what == "registers")
      words.insert(words.begin() + 1, {"--set", "kernel.greedy.registers=60"});
    return folder_.heddle(words);
  }
  nlohmann::json stats() const { return folder_.json("out/stats.json"); }
  std::string reason() const { return stats().value("reason", ""); }

  /// The run of `what` fails for this reason, and the program's end does not show it.
  void expect_failure(const std::string& what, const testing::Matcher<const std::string&>& why) {
    const Finished finished = run(what);
    EXPECT_EQ(finished.exit_code, 1) << what;
    EXPECT_EQ(stats().at("status"), "failed") << what;
    EXPECT_THAT(reason(), why) << what;
    EXPECT_EQ(reason().find('\n'), std::string::npos);
    EXPECT_THAT(finished.err, HasSubstr("the program did not ask for the error")) << what;
  }
  /// The program took notice, and got this code.
  void expect_notice(const std::string& what, const std::string& code) {
    const Finished finished = run(what);
    EXPECT_EQ(finished.exit_code, 0) << what << finished.err;
    EXPECT_EQ(finished.out, code) << what;
    EXPECT_EQ(stats().at("status"), "complete") << what;
  }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> MissedError::shared_;
std::string MissedError::program_;

constexpr const char* kUnasked = "; the program did not ask for the error";

TEST_F(MissedError, RefusedLaunchesFailTheRunAndSayWhatWouldRun) {
  expect_failure("threads", AllOf(HasSubstr("launch of 'plain(int*)'"),
                                  HasSubstr("a block of 1025 threads: at most 1024 would run"),
                                  testing::EndsWith(kUnasked)));
  expect_failure("shared", HasSubstr("1048576 bytes of dynamic shared memory are over the kernel's "
                                     "limit of 49152"));
  expect_failure(
      "registers",
      // 60 * 32 registers in units of 64; 32768 of an SM are 17 warps.
      HasSubstr("32 warps of 1920 registers (60 a thread) are 61440 registers, an SM has "
                "32768: blocks of at most 544 threads would run"));
  expect_failure("three", HasSubstr("(2 more launches were refused)"));
}

TEST_F(MissedError, AskingForTheErrorIsNotice) {
  expect_notice("asked", "9");  // cudaErrorInvalidConfiguration
  expect_notice("peeked", "9");
  expect_notice("another error", "101");
}

TEST_F(MissedError, WhatGivesNoErrorIsNoNotice) {
  for (const char* what : {"synchronized", "asked before", "asked between", "other thread"})
    expect_failure(what, HasSubstr("launch of 'plain(int*)'"));
}

TEST_F(MissedError, TheProgramsOwnExitCodeStays) {
  EXPECT_EQ(run("code").exit_code, 3);
  EXPECT_THAT(reason(), HasSubstr("the program did not ask for the error"));
}

TEST_F(MissedError, ErrorsThatCallsReturnAreCountedAsWarnings) {
  Finished finished = run("returned");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(stats().at("status"), "complete");
  EXPECT_THAT(stats().at("warnings").get<std::vector<std::string>>(),
              ElementsAre("cudaMemcpy returned cudaErrorInvalidMemcpyDirection 3 times",
                          "cudaSetDevice returned cudaErrorInvalidDevice once"));
  EXPECT_THAT(finished.err,
              HasSubstr("heddle: warning: cudaSetDevice returned cudaErrorInvalidDevice once"));
  finished = run("by call");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.out, "9");
  EXPECT_THAT(stats().at("warnings").at(0).get<std::string>(),
              HasSubstr("cudaLaunchKernel returned cudaErrorInvalidConfiguration once"));
}

TEST_F(MissedError, AKernelsFaultFailsTheRunEvenWithNotice) {
  const Finished finished = run("fault");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, "700");  // cudaErrorIllegalAddress
  EXPECT_EQ(stats().at("status"), "failed");
  EXPECT_THAT(reason(), HasSubstr("null pointer"));
  EXPECT_FALSE(stats().contains("warnings"));
}

}  // namespace
}  // namespace heddle::test
