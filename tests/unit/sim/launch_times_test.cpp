// Time in which launches overlap, in sums over a process, a kernel and a stream.
#include "heddle/sim/launches/launch_times.hpp"

#include <gtest/gtest.h>

#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/launches/launch_sums.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::sim {
namespace {

/// A launch of 1000 instructions.
LaunchRecord launch(const std::string& kernel, std::uint64_t stream, Cycle started, Cycle ended,
                    LaunchTimes& times) {
  gpu::GridCounters counters;
  counters.started = started;
  counters.ended = ended;
  counters.kernel.warp_instructions = 1000;
  LaunchRecord record;
  record.kernel = kernel;
  record.stream = stream;
  record.timed = record.complete = true;
  record.statistics = statistics_of(counters);
  record.own_time = times.add(kernel, stream, started, ended);
  return record;
}

std::vector<LaunchRecord> overlapping() {
  LaunchTimes times;
  return {launch("a", 1, 0, 100, times), launch("a", 2, 50, 150, times),
          launch("b", 1, 140, 200, times), launch("b", 2, 300, 400, times),
          launch("b", 1, 310, 390, times)};
}

void expect_time(const std::vector<Statistic>& statistics, double cycles, double launches) {
  EXPECT_EQ(value_of(statistics, "cycles"), cycles);
  EXPECT_NEAR(value_of(statistics, "ipc.warp"), 1000 * launches / cycles, 1e-12);
}

void expect_union(const RunResult& result) {
  expect_time(result.total, 300, 5);  // 0 to 200, 300 to 400
  expect_time(result.kernels.at(0).statistics, 150, 2);
  expect_time(result.kernels.at(1).statistics, 160, 3);
  expect_time(result.streams.at(0).statistics, 240, 3);  // 100 + 60 + 80
  expect_time(result.streams.at(1).statistics, 200, 2);
}

TEST(LaunchTimes, CountOnceInTotalsKernelsAndStreams) {
  RunResult result;
  for (const LaunchRecord& record : overlapping()) result.add(record);
  expect_union(result);
}

TEST(LaunchTimes, CountOnceInSumsOfSums) {
  LaunchSums sums;
  for (const LaunchRecord& record : overlapping()) sums.add(record);
  RunResult result;
  for (const LaunchRecord& record : sums.sums()) result.add(record);
  expect_union(result);
}

}  // namespace
}  // namespace heddle::sim
