// DRAM at the limits of what a machine may set: what is refused and what still serves requests.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "memory_path.hpp"

namespace heddle::test {
namespace {

/// Each thread adds its number to a word of a half line of its own.
constexpr const char* kChangeManyLines = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 256, %r1;
  mul.wide.u32 %rd2, %r3, 64;
  add.u64 %rd2, %rd1, %rd2;
  ld.global.u32 %r5, [%rd2];
  add.u32 %r5, %r5, %r3;
  st.global.u32 [%rd2], %r5;
)";

/// What a machine with such DRAM is refused with; empty if it is not.
std::string refusal(const memory::DramSpec& dram) {
  auto machine = small_machine();
  machine.dram = dram;
  try {
    gpu::check(machine);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A read that misses needs two entries if the line that leaves for it has to be written.
TEST(DramLimits, ASharedDramQueueHoldsAReadAndAWrite) {
  memory::DramSpec dram{.queue_entries = 1};
  const std::string message = refusal(dram);
  EXPECT_NE(message.find("dram.queue_entries (1)"), std::string::npos) << message;
  EXPECT_NE(message.find("give 2"), std::string::npos) << message;
  EXPECT_NE(message.find("dram.write_queue_entries"), std::string::npos) << message;

  // 8192 lines are changed, in an L2 of 64 KiB a slice.
  const auto run = [](const memory::DramSpec& queues) {
    auto machine = one_slice();
    machine.dram.queue_entries = queues.queue_entries;
    machine.dram.write_queue_entries = queues.write_queue_entries;
    machine.dram.write_high = queues.write_high;
    Rig rig(machine);
    rig.run_body(kChangeManyLines, {64}, {256});
    EXPECT_EQ(rig.read<std::uint32_t>(16383 * 16 + 1).back(), 16383u);
  };
  run({.queue_entries = 2});
  run({.queue_entries = 1, .write_queue_entries = 1, .write_high = 1});
}

TEST(DramLimits, GroupsOfBanksAreOfOneSize) {
  const std::string message = refusal({.banks = 16, .bank_groups = 3});
  EXPECT_NE(message.find("dram.bank_groups (3) must divide dram.banks (16)"), std::string::npos)
      << message;
  EXPECT_EQ(refusal({.banks = 16, .bank_groups = 4}), "");
}

// A column command is due tRFC + tRCD after a refresh at the earliest, and the next refresh after
// it.
TEST(DramLimits, RefreshesLeaveTimeForAnAccess) {
  for (const std::uint32_t t_rfc : {0u, 100u, 1000u}) {
    memory::DramSpec dram{.t_refi = std::max(t_rfc, 1u) + 12, .t_rfc = t_rfc};
    const std::string message = refusal(dram);
    EXPECT_NE(message.find(fmt::format("dram.t_refi ({})", dram.t_refi)), std::string::npos)
        << message;
    EXPECT_NE(message.find(fmt::format("dram.t_rfc ({})", t_rfc)), std::string::npos) << message;
    ++dram.t_refi;
    EXPECT_NE(message.find(fmt::format("at least {}", dram.t_refi)), std::string::npos) << message;
    EXPECT_EQ(refusal(dram), "");
  }
  EXPECT_EQ(refusal({.t_refi = 0, .t_rfc = 1000}), "");  // no refresh

  for (const auto scheduler : {memory::DramScheduler::fr_fcfs, memory::DramScheduler::fcfs}) {
    auto machine = one_slice();
    machine.dram.scheduler = scheduler;
    machine.dram.t_rfc = 20;
    machine.dram.t_refi = 20 + machine.dram.t_rcd + 1;
    Rig rig(machine);
    rig.run_body(kChangeManyLines, {4}, {256});
    EXPECT_EQ(rig.read<std::uint32_t>(1023 * 16 + 1).back(), 1023u);
  }
}

}  // namespace
}  // namespace heddle::test
