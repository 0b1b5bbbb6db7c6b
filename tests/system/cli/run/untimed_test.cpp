// What programs see of time in launches that are computed without timing.
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

/// Doubles its work until that lasts longer than a millisecond, at most 24 times; prints each time.
constexpr const char* kCalibrating = R"(
#include <cstdio>
__global__ void work(unsigned* out, int steps) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < steps; ++i) x = x * 1664525u + 1013904223u;
  out[threadIdx.x] = x;
}
int main() {
  unsigned* out;
  cudaMalloc(&out, 256);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float ms = 0;
  int steps = 256, doubled = 0;
  for (; ms <= 1 && doubled < 24; ++doubled, steps *= 2) {
    cudaEventRecord(begin);
    work<<<1, 64>>>(out, steps);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    printf("%.6f\n", ms);
  }
  return ms > 1 ? 0 : 1;
}
)";

TEST(Untimed, AProgramThatDoublesItsWorkUntilItLastsEndsAndIsRepeatable) {
  const Playground folder;
  folder.compile("calibrating", kCalibrating);
  const Finished first = folder.heddle({"run", "--timing", "none", "--", "./calibrating"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const Finished second = folder.heddle({"run", "--timing", "none", "--", "./calibrating"});
  EXPECT_EQ(first.out, second.out);
  std::stringstream lines(first.out);
  std::vector<double> times;
  for (double ms; lines >> ms;) times.push_back(ms);
  ASSERT_GE(times.size(), 4u);
  // Twice the steps are twice the time, but for the instructions around the loop.
  for (std::size_t i = times.size() - 3; i + 1 < times.size(); ++i)
    EXPECT_NEAR(times[i + 1] / times[i], 2, 0.01);
}

TEST(Untimed, ExplainSaysWhatEventsMeasure) {
  const Playground folder;
  const Finished explained = folder.heddle({"explain", "run.timing"});
  EXPECT_EQ(explained.exit_code, 0);
  EXPECT_THAT(explained.out, testing::HasSubstr("docs/untimed-runs.md"));
}

}  // namespace
}  // namespace heddle::test
