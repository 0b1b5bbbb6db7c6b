// Blocks that take work until none is left leave an SM where they are, but not by their end: a
// draining SM is free when all work is done.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kItems = 60, kTrips = 300;
constexpr Cycle kPeriod = 3000;

/// Blocks of a warp. Word 0 is the next item; an item takes so many trips and adds one to each of
/// its 32 words from word 32 on.
std::string persistent() {
  return kernel(fmt::format(R"(
  mov.u32 %r2, %tid.x;
  setp.ne.u32 %p1, %r2, 0;
NEXT:
  @%p1 bra TAKEN;
  atom.global.add.u32 %r3, [%rd1], 1;
  st.shared.u32 [s], %r3;
TAKEN:
  bar.sync 0;
  ld.shared.u32 %r3, [s];
  bar.sync 0;
  setp.ge.u32 %p2, %r3, {};
  @%p2 bra END;
  mov.u32 %r4, 0;
WORK:
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p3, %r4, {};
  @%p3 bra WORK;
  shl.b32 %r5, %r3, 5;
  add.u32 %r5, %r5, %r2;
  add.u32 %r5, %r5, 32;
  mul.wide.u32 %rd2, %r5, 4;
  add.u64 %rd2, %rd1, %rd2;
  ld.global.u32 %r6, [%rd2];
  add.u32 %r6, %r6, 1;
  st.global.u32 [%rd2], %r6;
  bra NEXT;
END:)",
                            kItems, kTrips));
}

struct Persistent {
  std::vector<model::SmPreempted> signals;
  Cycle ended = 0;
  std::uint64_t taken = 0;           ///< items, and one more for each block
  std::vector<std::uint32_t> words;  ///< of items
};

/// Two SMs of two blocks; a signal every kPeriod cycles.
Persistent run_persistent(const std::string& method) {
  auto machine = preempted_machine(2);
  machine.sm.blocks = 2;
  Rig rig(machine, signalled(method, kPeriod));
  rig.annotate();
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto counters = rig.run(persistent(), {4}, {32});
  const auto words = rig.read<std::uint32_t>(32 + 32 * kItems);
  return {decisions.signals(), counters.ended, words[0], {words.begin() + 32, words.end()}};
}

void expect_all_done_once(const Persistent& run) {
  EXPECT_EQ(run.taken, kItems + 4u);
  EXPECT_THAT(run.words, testing::Each(1u));
}

/// What a block has drawn from the queue of work is lost if it begins anew, so that flushing
/// drains.
TEST(PersistentThreads, AreDrainedWhenAllWorkIsDone) {
  for (const char* method : {"drain", "flush"}) {
    const Persistent drained = run_persistent(method);
    expect_all_done_once(drained);
    ASSERT_EQ(drained.signals.size(), 2u) << method;  // to each SM, which then has no block
    for (const model::SmPreempted& signal : drained.signals) {
      // Within the time of an item of the end of all work.
      EXPECT_GT(signal.freed + Cycle{kTrips} * 50, drained.ended) << method;
      EXPECT_GT(signal.freed - signal.signalled, kPeriod) << method;
      EXPECT_EQ(signal.discarded + signal.saved, 0u) << method;
    }
  }
}

TEST(PersistentThreads, LeaveByASwitchBeforeTheirItemIsDone) {
  for (const char* method : {"occup", "live", "live_cp", "live_tbcp", "inplace"}) {
    const Persistent switched = run_persistent(method);
    expect_all_done_once(switched);
    EXPECT_GT(switched.signals.size(), 4u) << method;
    for (const model::SmPreempted& signal : switched.signals)
      EXPECT_LT(signal.freed - signal.signalled, kPeriod) << method;
  }
}

/// Signals that come for ever do not hide threads that do nothing for ever.
TEST(PersistentThreads, ThatSpinAreFoundOutInSpiteOfSignals) {
  for (const char* method : {"occup", "live_cp", "drain"}) {
    auto machine = preempted_machine(2);
    machine.control.watchdog_cycles = 20000;
    Rig rig(machine, signalled(method, kPeriod));
    rig.annotate();
    rig.start(kernel("AGAIN:\n  bra AGAIN;\n"), {2}, {32});
    const auto advance = [&] {
      while (rig.gpu().now() < 2'000'000) rig.gpu().advance(rig.gpu().now() + 10'000);
    };
    EXPECT_THROW(advance(), exec::ExecutionFault) << method;
  }
}

}  // namespace
}  // namespace heddle::test
