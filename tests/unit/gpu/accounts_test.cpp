// What is charged to a grid: the counts of its kernel slot between opening and closing, and empty
// cycles only to the oldest.
#include "heddle/gpu/accounts/accounts.hpp"

#include <array>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "chip_rig.hpp"

namespace heddle::gpu {
namespace {

using model::Stall;

MachineSpec two_sms() {
  MachineSpec machine = test::small_machine();
  machine.sm.count = 2;
  return machine;
}

/// Names and values of all statistics.
template <typename Counters>
std::vector<std::pair<std::string, double>> values_of(const Counters& counters) {
  StatisticList list;
  counters.describe(list);
  std::vector<std::pair<std::string, double>> values;
  for (const Statistic& statistic : list.values)
    values.emplace_back(statistic.name, statistic.value);
  return values;
}

struct AccountsTest : testing::Test {
  void open(std::uint8_t slot, Cycle when) {
    BlockFacts facts;
    facts.warps = slot + 1u;
    accounts.open(slot, facts, when);
  }
  std::uint64_t slots() const { return 2 * rig.chip.sms[0]->contexts().shape.slots; }

  ChipRig rig{two_sms()};
  model::Subscribers dispatch;
  Probes probes{rig.chip, dispatch};
  Accounts accounts{rig.chip, probes};
};

TEST_F(AccountsTest, ChargeEmptyCyclesToTheOldestGridAlone) {
  open(3, 100);
  open(1, 140);
  EXPECT_EQ(accounts.counters_so_far(3, 150).stalls.of(Stall::empty), 50 * slots());
  EXPECT_EQ(accounts.counters_so_far(1, 150).stalls.total(), 0u);
  const GridCounters oldest = accounts.close(3, 200);
  EXPECT_EQ(oldest.started, 100u);
  EXPECT_EQ(oldest.ended, 200u);
  EXPECT_EQ(oldest.stalls.of(Stall::empty), 100 * slots());
  EXPECT_EQ(accounts.close(1, 230).stalls.of(Stall::empty), 30 * slots());
}

TEST_F(AccountsTest, LeaveTheOldestItsCyclesWhereAYoungerGridEnds) {
  open(0, 0);
  open(1, 10);
  EXPECT_EQ(accounts.close(1, 20).stalls.total(), 0u);
  EXPECT_EQ(accounts.close(0, 30).stalls.of(Stall::empty), 30 * slots());
}

TEST_F(AccountsTest, SubtractWhatAnEarlierGridOfTheSlotDid) {
  std::uint64_t first = 0;
  for (const Cycle began : {1000, 2000}) {
    open(2, began);
    rig.bind(2, "  bar.sync 0;\n");
    for (const std::uint32_t sm : {0u, 1u}) rig.send_block(sm, 2, began + 1);
    rig.run_sms(began + 900);
    const GridCounters counters = accounts.close(2, began + 900);
    EXPECT_GE(counters.kernel.warp_instructions, 4u);  // two warps, a barrier and an exit each
    EXPECT_EQ(counters.stalls.of(Stall::issued), counters.kernel.warp_instructions);
    EXPECT_EQ(counters.stalls.total(), 900 * slots());
    if (first == 0) first = counters.kernel.warp_instructions;
    EXPECT_EQ(counters.kernel.warp_instructions, first);  // the same grid again
  }
}

TEST_F(AccountsTest, CountAllSlotsEver) {
  for (const std::uint8_t slot : {0, 5}) {
    open(slot, 0);
    rig.bind(slot, "  bar.sync 0;\n", {64});
    rig.send_block(0, slot, 1);
  }
  rig.run_sms(500);
  const std::uint64_t first = accounts.close(0, 500).kernel.warp_instructions;
  const std::uint64_t second = accounts.close(5, 500).kernel.warp_instructions;
  EXPECT_EQ(first, second);
  EXPECT_GE(first, 4u);  // two warps, a barrier and an exit each
  EXPECT_EQ(accounts.warp_instructions(), first + second);
}

TEST_F(AccountsTest, TellSmsApartOnlyWhereAskedFor) {
  open(0, 0);
  EXPECT_TRUE(accounts.close(0, 10).each_sm.empty());
  accounts.count_each_sm();
  open(0, 10);
  rig.bind(0, "");
  rig.send_block(1, 0, 11);
  rig.run_sms(100);
  const GridCounters counters = accounts.close(0, 100);
  ASSERT_EQ(counters.each_sm.size(), 2u);
  EXPECT_EQ(counters.each_sm[0].kernel.warp_instructions, 0u);
  EXPECT_EQ(counters.each_sm[1].kernel.warp_instructions, counters.kernel.warp_instructions);
  for (const SmCounters& sm : counters.each_sm) {
    std::uint64_t cycles = 0;
    for (const model::StallCounters& slot : sm.slots) cycles += slot.total();
    EXPECT_EQ(cycles, 90 * slots() / 2);
  }
}

/// Each SM is read anew for its own counters, and only if it has done something for the sum.
TEST_F(AccountsTest, AddUpWhatTheSmsHaveWhoeverSleeps) {
  std::mt19937 random(7);
  accounts.count_each_sm();
  Cycle now = 0;
  for (unsigned grid = 0; grid < 40; ++grid) {
    const auto slot = static_cast<std::uint8_t>(random() % 3);
    open(slot, now);
    rig.bind(slot, "  bar.sync 0;\n", {32 * (1 + static_cast<std::uint32_t>(random()) % 4)});
    for (const std::uint32_t sm : {0u, 1u})
      if (random() % 2 == 0) rig.send_block(sm, slot, now + 1 + random() % 50);
    GridCounters counters;
    for (unsigned look = 0; look < 4; ++look) {
      now += 1 + random() % 400;
      rig.run_sms(now);
      counters = look == 3 ? accounts.close(slot, now) : accounts.counters_so_far(slot, now);
      SmCounters sum;
      model::StallCounters stalls;
      for (const SmCounters& sm : counters.each_sm) {
        sum.kernel += sm.kernel;
        sum.lifetimes += sm.lifetimes;
        sum.residency += sm.residency;
        for (const model::StallCounters& each : sm.slots) stalls += each;
      }
      EXPECT_EQ(counters.stalls.cycles, stalls.cycles);
      EXPECT_EQ(stalls.total(), (now - counters.started) * slots());
      EXPECT_EQ(values_of(counters.kernel), values_of(sum.kernel));
      EXPECT_EQ(values_of(counters.lifetimes), values_of(sum.lifetimes));
      EXPECT_EQ(values_of(counters.residency), values_of(sum.residency));
    }
    EXPECT_EQ(counters.kernel.blocks == 0, counters.stalls.of(Stall::issued) == 0);
  }
}

TEST_F(AccountsTest, ChargeTheTimeThatAnSmWithABlockSleeps) {
  open(0, 0);
  rig.bind(0, "  ld.global.u32 %r1, [%rd1];\n  st.global.u32 [%rd1], %r1;\n");
  rig.send_block(0, 0, 1);
  rig.run_sms(2000);  // memory does not answer
  const std::uint64_t waited =
      accounts.counters_so_far(0, 2000).stalls.of(Stall::scoreboard_memory);
  EXPECT_GT(waited, 1000u);
  EXPECT_EQ(accounts.counters_so_far(0, 2600).stalls.of(Stall::scoreboard_memory), waited + 600);
  EXPECT_EQ(accounts.counters_so_far(0, 2700).stalls.of(Stall::scoreboard_memory), waited + 700);
}

TEST_F(AccountsTest, TellSmsApartFromTheNextGridOn) {
  open(0, 0);
  accounts.count_each_sm();
  open(1, 10);
  EXPECT_TRUE(accounts.counters_so_far(0, 20).each_sm.empty());
  EXPECT_TRUE(accounts.close(0, 30).each_sm.empty());
  const GridCounters counters = accounts.close(1, 50);
  ASSERT_EQ(counters.each_sm.size(), 2u);
  for (const SmCounters& sm : counters.each_sm) {
    for (const model::StallCounters& slot : sm.slots)
      EXPECT_EQ(slot.of(Stall::empty), 20u);  // the oldest from cycle 30 on
  }
}

TEST_F(AccountsTest, KeepWhatIsKnownOfTheBlocks) {
  open(4, 0);
  open(6, 0);
  EXPECT_EQ(accounts.close(6, 10).block.warps, 7u);
  EXPECT_EQ(accounts.close(4, 10).block.warps, 5u);
}

/// Counts twice what it is told of instructions, on each SM.
struct TwiceIssued : heddle::Counts<TwiceIssued> {
  std::uint64_t number = 0;
  void describe(StatisticVisitor& visit) const {
    visit.count("twice", number, "instructions", "for tests");
  }
};
class TwiceProbe final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_sm(const probe::SmFacts& /*sm*/) override { return &parts_.emplace_back(); }
  probe::ProbeCounts no_counts() const override { return {"test", TwiceIssued()}; }

 private:
  class Part final : public probe::UnitHears<model::InstructionIssued> {
   public:
    void on(const model::InstructionIssued& event) override { counts_[event.kernel].number += 2; }
    probe::ProbeCounts counts(unsigned kernel) override { return {"test", counts_[kernel]}; }

   private:
    std::array<TwiceIssued, model::kKernelSlots> counts_;
  };
  std::deque<Part> parts_;
};

TEST_F(AccountsTest, HaveWhatProbesCountFromTheNextGridOn) {
  TwiceProbe probe;
  accounts.count_each_sm();
  open(0, 0);
  EXPECT_EQ(accounts.counters_so_far(0, 5).probes.find<TwiceIssued>(), nullptr);
  accounts.close(0, 10);
  probes.attach(probe, facts_of(rig.chip.machine, {}));
  for (const Cycle began : {1000, 2000}) {  // of the second the first one's counts are none
    open(2, began);
    rig.bind(2, "  bar.sync 0;\n");
    for (const std::uint32_t sm : {0u, 1u}) rig.send_block(sm, 2, began + 1);
    rig.run_sms(began + 900);
    const GridCounters counters = accounts.close(2, began + 900);
    const auto* const twice = counters.probes.find<TwiceIssued>();
    ASSERT_NE(twice, nullptr);
    EXPECT_EQ(twice->number, 2 * counters.kernel.warp_instructions);
    ASSERT_EQ(counters.each_sm.size(), 2u);
    for (const SmCounters& sm : counters.each_sm)
      EXPECT_EQ(sm.probes.find<TwiceIssued>()->number, 2 * sm.kernel.warp_instructions);
  }
}

}  // namespace
}  // namespace heddle::gpu
