// What stays on an SM that is taken from its blocks, and when another grid takes it.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/model/dispatch_events.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// What the dispatcher decides.
class Decisions final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &heard_; }

  const std::vector<model::SmPreempted>& signals() const { return heard_.signals; }
  const std::vector<model::BlockSent>& sent() const { return heard_.sent; }
  const std::vector<model::BlockReturned>& returned() const { return heard_.returned; }
  /// The first block of the grid that was sent from that cycle on.
  model::BlockSent first_of(std::uint64_t grid, Cycle from = 0) const {
    for (const model::BlockSent& sent : heard_.sent)
      if (sent.grid == grid && sent.cycle >= from) return sent;
    return {};
  }

 private:
  struct Heard final
      : probe::UnitHears<model::SmPreempted, model::BlockSent, model::BlockReturned> {
    void on(const model::SmPreempted& event) override { signals.push_back(event); }
    void on(const model::BlockSent& event) override { sent.push_back(event); }
    void on(const model::BlockReturned& event) override { returned.push_back(event); }
    std::vector<model::SmPreempted> signals;
    std::vector<model::BlockSent> sent;
    std::vector<model::BlockReturned> returned;
  };
  Heard heard_;
};

/// Computes in registers for so many trips, and then writes its sum for each thread.
std::string counting(unsigned trips) {
  return kernel(fmt::format(R"(
  mov.u32 %r1, 0;
AGAIN:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {};
  @%p1 bra AGAIN;
  st.shared.u32 [s], %r1;
)",
                            trips));
}

gpu::MachineSpec machine_of(std::uint32_t sms) {
  auto machine = small_machine();
  machine.sm.count = sms;
  machine.sm.blocks = 4;
  machine.context_switch.stack_entry_bytes = machine.context_switch.predicate_bytes = 0;
  return machine;
}

gpu::PolicyChoice choice_of(const std::string& trigger, const std::string& preemption) {
  gpu::PolicyChoice choice;
  choice.preemption = preemption;
  choice.preemption_trigger = trigger;
  return choice;
}

/// The first signal of a periodic trigger that says that such blocks are to come.
model::SmPreempted evict_for(std::uint64_t blocks, std::uint64_t registers, std::uint64_t shared,
                             const std::string& method = "inplace") {
  auto choice = choice_of("periodic", method);
  choice.configure = set_of("preemption_trigger.periodic", {{"period", 5000},
                                                            {"incoming_blocks", blocks},
                                                            {"incoming_registers", registers},
                                                            {"incoming_shared_bytes", shared}});
  Rig rig(machine_of(1), choice);
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
  const auto machine = machine_of(1);
  for (const auto& bytes : {evict_for(1, machine.sm.registers, machine.sm.shared_bytes).bytes,
                            evict_for(0, 0, 0).bytes}) {
    EXPECT_EQ(bytes.registers, all.registers);
    EXPECT_EQ(bytes.shared, all.shared);
  }
}

TEST(InPlace, RegistersAndSharedMemoryGiveWayApart) {
  const auto machine = machine_of(1);
  const auto registers = evict_for(1, machine.sm.registers, 0).bytes;
  EXPECT_GT(registers.registers, 0u);
  EXPECT_EQ(registers.shared, 0u);
  const auto shared = evict_for(1, 0, machine.sm.shared_bytes).bytes;
  EXPECT_EQ(shared.registers, 0u);
  EXPECT_GT(shared.shared, 0u);
}

class UrgentGrid : public testing::TestWithParam<std::string> {};

/// The SM is full of long blocks; the urgent grid comes in cycle 2000.
TEST_P(UrgentGrid, BeginsWhenTheSmIsFree) {
  Rig rig(machine_of(1), choice_of("priority", GetParam()));
  rig.annotate();
  Decisions decisions;
  rig.gpu().attach(decisions);
  const std::uint64_t slow = rig.start(counting(5000), {12}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const std::uint64_t urgent =
      rig.start(counting(100), {1}, {64}, Rig::Launch{.number = 2, .priority = -1});
  const Cycle urgent_end = rig.finish(urgent).ended;
  EXPECT_LT(urgent_end, rig.finish(slow).ended);
  ASSERT_EQ(decisions.signals().size(), 1u);
  const model::SmPreempted& signal = decisions.signals().front();
  EXPECT_EQ(signal.method, GetParam());
  EXPECT_GE(signal.signalled, 2000u);
  EXPECT_LT(signal.signalled, 2100u);
  EXPECT_EQ(decisions.first_of(2).cycle + 1, signal.freed);
  EXPECT_EQ(decisions.returned().size(), signal.saved);
  EXPECT_EQ(signal.saved, GetParam() == "drain" ? 0u : 4u);
}

INSTANTIATE_TEST_SUITE_P(Methods, UrgentGrid,
                         testing::Values("occup", "live", "live_cp", "select", "live_tbcp",
                                         "inplace", "drain"));

TEST(PriorityTrigger, TakesNoSmFromEqualsOrFromTheMoreUrgent) {
  for (const std::int32_t priority : {0, 1}) {
    Rig rig(machine_of(1), choice_of("priority", "occup"));
    Decisions decisions;
    rig.gpu().attach(decisions);
    const auto first = rig.start(counting(5000), {8}, {64}, Rig::Launch{.number = 1});
    rig.gpu().advance(2000);
    const auto second =
        rig.start(counting(100), {1}, {64}, Rig::Launch{.number = 2, .priority = priority});
    rig.finish(first);
    rig.finish(second);
    EXPECT_TRUE(decisions.signals().empty());
  }
}

/// Four blocks fill an SM: eight that wait need two SMs.
TEST(PriorityTrigger, TakesAsManySmsAsTheBlocksNeed) {
  Rig rig(machine_of(4), choice_of("priority", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto slow = rig.start(counting(5000), {32}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const auto urgent = rig.start(counting(100), {8}, {64}, Rig::Launch{.number = 2, .priority = -1});
  rig.finish(urgent);
  EXPECT_EQ(decisions.signals().size(), 2u);
  rig.finish(slow);
}

/// Of four SMs two are the share of each grid.
TEST(ReclaimTrigger, GivesEachGridItsShare) {
  Rig rig(machine_of(4), choice_of("reclaim", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto first = rig.start(counting(5000), {64}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const auto second = rig.start(counting(2000), {64}, {64}, Rig::Launch{.number = 2});
  rig.gpu().advance(30000);
  EXPECT_EQ(decisions.signals().size(), 2u);
  std::vector<bool> of_second(4);
  for (const model::BlockSent& sent : decisions.sent())
    if (sent.grid == 2) of_second[sent.sm] = true;
  EXPECT_EQ(std::ranges::count(of_second, true), 2);
  rig.finish(second);
  rig.finish(first);
}

}  // namespace
}  // namespace heddle::test
