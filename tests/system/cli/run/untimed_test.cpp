// What programs see of time in launches that are computed without timing.
#include <algorithm>
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

/// Allocates 3 GiB, which is more than the 1.5 GiB of a GTX 480, and uses the end of it.
constexpr const char* kLarge = R"(
#include <cstdio>
__global__ void write_at(int* at) { *at = 7; }
int main() {
  const size_t bytes = 3ull << 30;
  char* memory;
  size_t before = 0, total = 0, after = 0;
  cudaMemGetInfo(&before, &total);
  for (int i = 0; i < 3; ++i)
    if (cudaError_t error = cudaMalloc(&memory, bytes)) { printf("%s\n", cudaGetErrorString(error)); if (i == 2) return 0; }
    else break;
  cudaMemGetInfo(&after, &total);
  int* last = (int*)(memory + bytes) - 1;
  int value = 0;
  write_at<<<1, 1>>>(last);
  cudaMemcpy(&value, last, sizeof value, cudaMemcpyDeviceToHost);
  printf("%d %zu %zu %d", value, total >> 20, after, before > 0);
}
)";

TEST(Untimed, MemoryIsAsLargeAsTheProgramAsksForUnlessTheUserSaysHowLarge) {
  const Playground folder;
  folder.compile("large", kLarge);
  const Finished grown = folder.heddle({"run", "--quiet", "--timing", "none", "--", "./large"});
  EXPECT_EQ(grown.out, "7 1536 0 1");
  EXPECT_EQ(grown.err, "");
  const Finished set = folder.heddle(
      {"run", "--quiet", "--timing", "none", "--set", "device.memory_bytes=2GiB", "--", "./large"});
  EXPECT_THAT(set.out, testing::StartsWith("out of memory\n"));
  EXPECT_THAT(set.err,
              testing::HasSubstr(
                  "cudaMalloc returned cudaErrorMemoryAllocation 3 times (first: 3 GiB asked for"));
}

/// One line at the end, which names the least machine with 3 GiB, and the setting.
TEST(Untimed, AFailedAllocationNamesAMachineAndTheSettingThatHaveRoom) {
  const Playground folder;
  folder.compile("large", kLarge);
  const Finished timed = folder.heddle({"run", "--quiet", "--", "./large"});
  EXPECT_EQ(timed.out, "out of memory\nout of memory\nout of memory\n");
  EXPECT_EQ(std::ranges::count(timed.err, '\n'), 1) << timed.err;
  EXPECT_THAT(timed.err,
              testing::ContainsRegex("3 GiB asked for; 1.50 GiB of the 1.50 GiB of .* are free: "
                                     "--machine ccws has 3 GiB, --set "
                                     "device.memory_bytes=3GiB gives this machine more, "
                                     "and with --timing none memory grows"));
}

}  // namespace
}  // namespace heddle::test
