// What stays on an SM that is taken from its blocks.

#include <gtest/gtest.h>

#include "taken_sm.hpp"

namespace heddle::test {
namespace {

/// The first signal of a periodic trigger that says that such blocks are to come.
model::SmPreempted evict_for(std::uint64_t blocks, std::uint64_t registers, std::uint64_t shared,
                             const std::string& method = "inplace") {
  auto choice = choice_of("periodic", method);
  choice.configure = set_of("preemption_trigger.periodic", {{"period", 5000},
                                                            {"incoming_blocks", blocks},
                                                            {"incoming_registers", registers},
                                                            {"incoming_shared_bytes", shared}});
  Rig rig(preempted_machine(1), choice);
  rig.annotate();
  Decisions decisions;
  rig.gpu().attach(decisions);
  const std::uint64_t grid = rig.start(counting(10000), {4}, {64});
  while (decisions.signals().empty()) rig.gpu().advance(rig.gpu().now() + 1000);
  const std::size_t before = decisions.sent().size();
  rig.finish(grid);
  for (std::size_t i = before; i < decisions.sent().size(); ++i)
    EXPECT_EQ(decisions.sent()[i].sm, 0u);
  EXPECT_GE(decisions.returned().size(), decisions.signals().front().saved);
  return decisions.signals().front();
}

TEST(InPlace, NothingMovesWhereTheNewBlocksFit) {
  const auto signal = evict_for(1, 32, 16);
  EXPECT_EQ(signal.saved, 4u);
  EXPECT_EQ(signal.bytes.total(), 0u);
  EXPECT_EQ(signal.spill.total(), 0u);
  EXPECT_EQ(signal.segments, 0u);
}

TEST(InPlace, AllMovesWhereTheNewBlocksNeedAllOrAreNotKnown) {
  const auto all = evict_for(0, 0, 0, "live_cp").bytes;
  EXPECT_GT(all.registers, 0u);
  EXPECT_GT(all.shared, 0u);
  const auto machine = preempted_machine(1);
  for (const auto& bytes : {evict_for(1, machine.sm.registers, machine.sm.shared_bytes).bytes,
                            evict_for(0, 0, 0).bytes}) {
    EXPECT_EQ(bytes.registers, all.registers);
    EXPECT_EQ(bytes.shared, all.shared);
  }
}

TEST(InPlace, RegistersAndSharedMemoryGiveWayApart) {
  const auto machine = preempted_machine(1);
  const auto registers = evict_for(1, machine.sm.registers, 0).bytes;
  EXPECT_GT(registers.registers, 0u);
  EXPECT_EQ(registers.shared, 0u);
  const auto shared = evict_for(1, 0, machine.sm.shared_bytes).bytes;
  EXPECT_EQ(shared.registers, 0u);
  EXPECT_GT(shared.shared, 0u);
}

}  // namespace
}  // namespace heddle::test
