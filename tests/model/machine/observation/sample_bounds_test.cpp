// Samples count data when it moves, so that none has more than its cycles carry: not when a packet
// joins a queue, nor all of a line at its first burst.

#include <algorithm>

#include <gtest/gtest.h>

#include "rig.hpp"
#include "sampled.hpp"

namespace heddle::test {
namespace {

/// Each thread copies 16 bytes, with all warps at once.
constexpr const char* kCopy = R"(
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r1, 256, %r2;
  mul.wide.u32 %rd2, %r3, 16;
  add.u64 %rd2, %rd1, %rd2;
  ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd2];
  st.global.v4.u32 [%rd2+524288], {%r4, %r5, %r6, %r7};
)";

/// Threads that only store: their packets wait for the interconnect.
constexpr const char* kFill = R"(
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r1, 256, %r2;
  mul.wide.u32 %rd2, %r3, 16;
  add.u64 %rd2, %rd1, %rd2;
  st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r3};
)";

TEST(SampleBounds, NoSampleHasMoreThanItsCyclesCarry) {
  auto machine = small_machine();
  machine.sm.count = 4;
  machine.l2.slice.bytes = 16 * 1024;
  const double core = machine.device.core_clock_mhz;
  const double ports = std::min(machine.sm.count, machine.memory().slices());
  const double flits = ports * machine.interconnect.clock_mhz / core;
  const double bytes =
      machine.dram.clock_mhz / core * machine.dram.channels * machine.dram.bytes_per_cycle;
  for (const char* body : {kCopy, kFill}) {
    for (const Cycle interval : {5u, 20u, 100u, 1000u}) {
      Rig rig(machine);
      Sampled sampled(interval);
      rig.gpu().attach(sampled);
      rig.run_body(body, {120}, {256});
      double most_requests = 0, most_bytes = 0;
      for (const probe::Sample& sample : sampled.samples()) {
        const auto cycles = static_cast<double>(sample.end - sample.begin);
        // What has moved is counted in whole flits and bytes.
        const auto requests = static_cast<double>(sample.counts.request_flits) - 1;
        const auto replies = static_cast<double>(sample.counts.reply_flits) - 1;
        const double moved = static_cast<double>(sample.counts.dram_bytes) - machine.dram.channels;
        EXPECT_LE(requests, flits * cycles) << interval << ", from " << sample.begin;
        EXPECT_LE(replies, flits * cycles) << interval << ", from " << sample.begin;
        EXPECT_LE(moved, bytes * cycles) << interval << ", from " << sample.begin;
        most_requests = std::max(most_requests, requests / flits / cycles);
        most_bytes = std::max(most_bytes, moved / bytes / cycles);
      }
      EXPECT_GT(most_requests, 0.4) << "the interconnect is busy";
      EXPECT_GT(most_bytes, 0.3) << "DRAM is busy";
    }
  }
}

}  // namespace
}  // namespace heddle::test
