// What stays on an SM that is taken from its blocks.

#include <string>
#include <string_view>

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

std::string counting_in_registers(unsigned trips) {
  std::string text = counting(trips);
  for (const char* part : {"  .shared .align 16 .b8 s[4096];\n", "  st.shared.u32 [s], %r1;\n"})
    text.erase(text.find(part), std::string_view(part).size());
  return text;
}

/// Registers of a thread of that kernel: what is saved of a block of 64 threads, in words.
std::uint64_t registers_a_thread() {
  Rig rig(preempted_machine(1), signalled("occup", 2000));
  Decisions decisions;
  rig.gpu().attach(decisions);
  rig.finish(rig.start(counting_in_registers(5000), {1}, {64}));
  return decisions.signals().front().bytes.registers / 4 / 64;
}

/// Blocks that leave their registers' places, and have no shared memory, leave nothing behind: they
/// come back where there is room. Two SMs have two slow blocks each; an urgent block, which wants
/// all registers of an SM for long, takes one, whose blocks go on beside those of the other.
TEST(InPlace, BlocksThatLeaveNothingBehindComeBackAnywhere) {
  const auto registers = static_cast<std::uint32_t>(1024 * registers_a_thread());
  for (const char* victims : {"min_count", "lowest_address"}) {
    auto machine = preempted_machine(2);
    machine.sm.registers = registers;
    auto choice = choice_of("priority", "inplace");
    choice.configure = set_of("preemption.inplace", {{"victims", victims}});
    Rig rig(machine, choice);
    rig.annotate();
    Decisions decisions;
    rig.gpu().attach(decisions);
    const auto slow = rig.start(counting_in_registers(5000), {4}, {64}, Rig::Launch{.number = 1});
    rig.gpu().advance(2000);
    const auto urgent = rig.start(counting_in_registers(5000), {1}, {1024},
                                  Rig::Launch{.number = 2, .priority = -1});
    const Cycle urgent_ended = rig.finish(urgent).ended;
    const Cycle slow_ended = rig.finish(slow).ended;
    ASSERT_EQ(decisions.signals().size(), 1u) << victims;
    const model::SmPreempted& signal = decisions.signals().front();
    EXPECT_GT(signal.saved, 0u) << victims;
    EXPECT_GT(signal.bytes.registers, 0u) << victims;
    EXPECT_EQ(signal.bytes.shared, 0u) << victims;
    EXPECT_LT(slow_ended, urgent_ended) << victims;
    for (const model::BlockSent& sent : decisions.sent()) {
      if (sent.grid == 1 && sent.cycle > signal.signalled) {
        EXPECT_NE(sent.sm, signal.sm) << victims;
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
