// When probes are shown the machine, and what they are shown.
#include "heddle/gpu/clock/cut_points.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "chip_rig.hpp"
#include "heddle/gpu/clock/clockwork.hpp"

namespace heddle::gpu {
namespace {

const std::string kEndless =
    "  mov.u32 %r1, 1;\nL: add.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n";

class Shown final : public probe::Probe {
 public:
  explicit Shown(Cycle every) : interval_(every) {}
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  Cycle interval() const override { return interval_; }
  void begin(const probe::MachineState& state) override { begins.push_back(state.cycle); }
  void cut(const probe::MachineState& state) override { cuts.push_back(state); }
  std::vector<Cycle> cycles() const {
    std::vector<Cycle> cycles;
    for (const probe::MachineState& state : cuts) cycles.push_back(state.cycle);
    return cycles;
  }

  std::vector<Cycle> begins;
  std::vector<probe::MachineState> cuts;

 private:
  Cycle interval_;
};

MachineSpec two_short_quanta() {
  MachineSpec machine = test::small_machine();
  machine.sm.count = 2;
  machine.control.quantum = 16;
  return machine;
}

struct CutPointsTest : testing::Test {
  CutPointsTest() {
    rig.bind(0, kEndless);
    for (const std::uint32_t sm : {0u, 1u}) rig.send_block(sm, 0, sm + 1);
  }
  /// One quantum, in which the last grid ends at `span_end`.
  void quantum(Cycle until, Cycle span_end = kNever) {
    clockwork.run_quantum(until, kNever);
    if (span_end != kNever) clockwork.cut_points().end_span(span_end);
    clockwork.end_quantum(until);
  }

  ChipRig rig{two_short_quanta()};
  Clockwork clockwork{rig.chip, 1};
};

using Cycles = std::vector<Cycle>;

TEST_F(CutPointsTest, AreMultiplesOfEachProbesInterval) {
  Shown five(5), seven(7), sixteen(16);
  for (Shown* const probe : {&five, &seven, &sixteen}) clockwork.cut_points().add(*probe);
  quantum(16);
  quantum(32);
  EXPECT_EQ(five.begins, Cycles{0});
  EXPECT_EQ(five.cycles(), (Cycles{5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(seven.cycles(), (Cycles{7, 14, 21, 28}));
  EXPECT_EQ(sixteen.cycles(), (Cycles{16, 32}));
}

TEST_F(CutPointsTest, ShowTheMachineAsIfItHadStopped) {
  Shown probe(7);
  clockwork.cut_points().add(probe);
  quantum(16);
  quantum(32);
  ChipRig stopped(two_short_quanta());
  stopped.bind(0, kEndless);
  for (const std::uint32_t sm : {0u, 1u}) stopped.send_block(sm, 0, sm + 1);
  for (const probe::MachineState& state : probe.cuts) {
    stopped.run_sms(state.cycle);
    std::uint64_t issued = 0;
    for (const auto& sm : stopped.chip.sms) issued += sm->counters().kernels[0].warp_instructions;
    EXPECT_EQ(state.counts.warp_instructions, issued) << "cycle " << state.cycle;
    EXPECT_EQ(state.levels.warps, state.cycle > 2 ? 2u : 0u);
  }
  EXPECT_GT(probe.cuts.back().counts.warp_instructions, 2u);
}

TEST_F(CutPointsTest, EndWithTheLastGridAndBeginWithTheNext) {
  Shown five(5), ten(10);
  clockwork.cut_points().add(five);
  clockwork.cut_points().add(ten);
  quantum(16, 12);  // points after it do not count
  EXPECT_EQ(five.cycles(), (Cycles{5, 10, 12}));
  EXPECT_EQ(ten.cycles(), (Cycles{10, 12}));
  clockwork.wait_until(102);
  quantum(118, 110);  // a point where the grid ends is shown once
  EXPECT_EQ(five.begins, (Cycles{0, 102}));
  EXPECT_EQ(five.cycles(), (Cycles{5, 10, 12, 105, 110}));
  EXPECT_EQ(ten.cycles(), (Cycles{10, 12, 110}));
}

TEST_F(CutPointsTest, ComeAlsoWhereWholeQuantaAreSkipped) {
  Shown probe(20);
  clockwork.cut_points().add(probe);
  quantum(16);
  clockwork.skip_idle_quanta(64, 64);
  EXPECT_EQ(probe.cycles(), (Cycles{20, 40, 60}));
}

}  // namespace
}  // namespace heddle::gpu
