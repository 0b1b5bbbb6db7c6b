// Blocks that are thrown away when their SM is taken, and begin anew.

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "taken_sm.hpp"

namespace heddle::test {
namespace {

/// A kernel of one warp or more that computes for so many trips between two pieces of text.
std::string spin_between(const std::string& before, unsigned trips, const std::string& after) {
  return kernel(before +
                fmt::format(R"(
  mov.u32 %r1, 0;
AGAIN:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {};
  @%p1 bra AGAIN;
)",
                            trips) +
                after);
}

struct Discarded {
  std::uint64_t instructions = 0;  ///< of the whole run
  std::uint64_t blocks = 0, discarded = 0, saved = 0, wasted = 0;
  std::string offence;
  std::vector<model::SmPreempted> signals;
};

/// Runs so many blocks on an SM that gets a signal every `period` cycles.
Discarded run_flushed(const std::string& ptx, std::uint32_t blocks, std::uint64_t period,
                      const std::string& method = "flush") {
  Rig rig(preempted_machine(1), signalled(method, period));
  rig.annotate();
  Decisions decisions;
  rig.gpu().attach(decisions);
  const std::uint64_t grid = rig.start(ptx, {blocks}, {64});
  const gpu::GridCounters counters = rig.finish(grid);
  Discarded found{.instructions = rig.gpu().warp_instructions(),
                  .blocks = counters.kernel.blocks,
                  .offence = rig.gpu().status(grid).offence,
                  .signals = decisions.signals()};
  for (const model::SmPreempted& signal : decisions.signals()) {
    found.discarded += signal.discarded;
    found.saved += signal.saved;
    found.wasted += signal.wasted;
  }
  EXPECT_EQ(rig.gpu().status(grid).blocks_discarded, found.discarded);
  EXPECT_EQ(rig.gpu().status(grid).blocks_done, blocks);
  return found;
}

std::uint64_t instructions_alone(const std::string& ptx, std::uint32_t blocks) {
  Rig rig(preempted_machine(1));
  rig.run(ptx, {blocks}, {64});
  return rig.gpu().warp_instructions();
}

/// What is wasted is issued twice: nothing else is.
TEST(Discard, WastesWhatTheBlocksHadIssued) {
  const std::string ptx = counting(3000);
  const std::uint64_t alone = instructions_alone(ptx, 4);
  const Discarded run = run_flushed(ptx, 4, 5000);
  ASSERT_FALSE(run.signals.empty());
  const model::SmPreempted& first = run.signals.front();
  EXPECT_EQ(first.discarded, 4u);
  EXPECT_EQ(first.saved, 0u);
  EXPECT_EQ(first.bytes.total(), 0u);
  EXPECT_EQ(first.spill.total(), 0u);
  EXPECT_GT(first.wasted, 0u);
  EXPECT_EQ(run.instructions, alone + run.wasted);
  EXPECT_EQ(run.blocks, 4u);
  // The SM is free as soon as nothing is in flight, a control latency behind the signal.
  const Cycle latency = first.freed - first.signalled;
  EXPECT_LT(latency, preempted_machine(1).control.control_latency + 50u);
}

/// A loop's trip is three instructions of each warp: the signal waits for none of them.
TEST(Discard, GoesOnAtOnceWithTheBlockFromItsStart) {
  const Discarded run = run_flushed(counting(3000), 1, 5000);
  const model::SmPreempted& first = run.signals.front();
  EXPECT_EQ(first.blocks, 1u);
  // Two warps of one block issue at most an instruction a scheduler and cycle.
  EXPECT_LE(first.wasted, 2 * first.signalled);
}

TEST(Discard, ABlockIsDiscardedOnce) {
  const Discarded run = run_flushed(counting(3000), 9, 700);
  EXPECT_GT(run.signals.size(), 2u);
  EXPECT_LE(run.discarded, 9u);
  EXPECT_GT(run.discarded, 3u);
  EXPECT_EQ(run.blocks, 9u);
  EXPECT_EQ(run.offence, "");  // no offence has kept a block from that
}

const std::string kLoad = "  ld.global.u32 %r5, [%rd1];\n";
const std::string kStore = "  st.global.u32 [%rd1], %r5;\n";

TEST(Discard, ABlockThatHasOverwrittenWhatTheKernelReadsIsNotDiscarded) {
  const Discarded before = run_flushed(spin_between(kLoad, 3000, kStore), 1, 5000);
  ASSERT_FALSE(before.signals.empty());
  EXPECT_EQ(before.signals.front().discarded, 1u);
  const Discarded after = run_flushed(spin_between(kLoad + kStore, 3000, ""), 1, 5000);
  ASSERT_FALSE(after.signals.empty());
  EXPECT_EQ(after.discarded, 0u);
  EXPECT_EQ(after.saved, 0u);
  EXPECT_EQ(after.offence, "test.ptx:13 (st: may overwrite what the kernel reads)");
}

TEST(Discard, ABlockThatHasOnlyStoredIsDiscarded) {
  const Discarded run =
      run_flushed(spin_between("  mov.u32 %r5, 3;\n" + kStore, 3000, ""), 2, 5000);
  ASSERT_FALSE(run.signals.empty());
  EXPECT_EQ(run.signals.front().discarded, 2u);
}

/// A thread that does not execute the instruction has not offended.
TEST(Discard, AnInstructionThatNoThreadExecutesDoesNotOffend) {
  const std::string guarded = R"(
  mov.u32 %r6, %tid.x;
  setp.gt.u32 %p2, %r6, {};
  @%p2 red.global.add.u32 [%rd1], 1;
)";
  const auto first_of = [&](unsigned least) {
    return run_flushed(spin_between(fmt::format(fmt::runtime(guarded), least), 3000, ""), 1, 5000)
        .signals.front()
        .discarded;
  };
  EXPECT_EQ(first_of(63), 1u);
  EXPECT_EQ(first_of(62), 0u);
}

TEST(Discard, AnUrgentGridGetsTheSmOfDiscardedBlocks) {
  UrgentAfterSlow run("flush");
  EXPECT_LT(run.urgent_ended, run.slow_ended);
  ASSERT_EQ(run.decisions.signals().size(), 1u);
  EXPECT_EQ(run.decisions.signals().front().discarded, 4u);
  EXPECT_EQ(run.slow().blocks_done, UrgentAfterSlow::kSlowBlocks);
  // Discarded blocks are sent again, under their numbers.
  std::vector<unsigned> sent(UrgentAfterSlow::kSlowBlocks);
  for (const model::BlockSent& each : run.decisions.sent())
    if (each.grid == 1) ++sent.at(each.block);
  EXPECT_EQ(std::accumulate(sent.begin(), sent.end(), 0u), 16u);
  for (const unsigned times : sent) EXPECT_GE(times, 1u);
}

/// Signals find warps for which instructions are on their way.
TEST(Discard, NothingIsFetchedForWarpsThatHaveLeft) {
  for (std::uint64_t period = 3000; period < 3030; ++period) {
    auto machine = preempted_machine(1);
    machine.fetch.buffer_entries = 2;
    machine.fetch.per_cycle = 1;
    Rig rig(machine, signalled("flush", period));
    rig.annotate();
    Decisions decisions;
    rig.gpu().attach(decisions);
    const std::uint64_t grid = rig.start(counting(1000), {6}, {256});
    rig.finish(grid);
    ASSERT_FALSE(decisions.signals().empty());
    EXPECT_EQ(decisions.signals().front().discarded, 4u) << period;
    EXPECT_EQ(rig.gpu().status(grid).blocks_done, 6u);
  }
}

}  // namespace
}  // namespace heddle::test
