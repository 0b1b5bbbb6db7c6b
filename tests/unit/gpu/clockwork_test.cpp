// How the clockwork moves the units through time.
#include "heddle/gpu/clock/clockwork.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "chip_rig.hpp"

namespace heddle::gpu {
namespace {

/// A loop that issues all the time.
const std::string kLoop =
    "  mov.u32 %r1, 1;\nL: add.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n";

MachineSpec three_sms() {
  MachineSpec machine = test::small_machine();
  machine.sm.count = 3;
  machine.control.quantum = 16;
  return machine;
}

struct ClockworkRig {
  explicit ClockworkRig(unsigned threads = 1) : rig(three_sms()), clockwork(rig.chip, threads) {}
  /// Blocks of the body arrive at cycles 1, 2 and 3.
  void send_blocks(const std::string& body) {
    rig.bind(0, body);
    for (const std::uint32_t sm : {0, 1, 2}) rig.send_block(sm, 0, sm + 1);
  }
  /// Runs whole quanta, in each of which the window may end.
  std::vector<StampedReport> run(Cycle until, Cycle window_end = kNever) {
    std::vector<StampedReport> reports;
    while (clockwork.now() < until) {
      const Cycle end = clockwork.quantum_end(until);
      const Cycle window = window_end > clockwork.now() ? window_end : kNever;
      for (const StampedReport& report : clockwork.run_quantum(end, window))
        reports.push_back(report);
      clockwork.end_quantum(end);
    }
    return reports;
  }

  ChipRig rig;
  Clockwork clockwork;
};

TEST(Clockwork, CutsTimeIntoQuanta) {
  ClockworkRig rig;
  EXPECT_EQ(rig.clockwork.quantum_end(kNever), 16u);
  EXPECT_EQ(rig.clockwork.quantum_end(10), 10u);
  rig.run(10);
  EXPECT_EQ(rig.clockwork.now(), 10u);
  EXPECT_EQ(rig.clockwork.quantum_end(kNever), 26u);
}

TEST(Clockwork, SkipsWholeQuantaInWhichNothingHappens) {
  ClockworkRig rig;
  rig.run(10);
  rig.clockwork.skip_idle_quanta(41, kNever);  // 10 + 16 < 41 < 10 + 2 * 16
  EXPECT_EQ(rig.clockwork.now(), 26u);
  rig.clockwork.skip_idle_quanta(42, kNever);  // a quantum ends there
  EXPECT_EQ(rig.clockwork.now(), 42u);
  rig.clockwork.skip_idle_quanta(42, kNever);
  EXPECT_EQ(rig.clockwork.now(), 42u);
  rig.clockwork.skip_idle_quanta(1000, 50);
  EXPECT_EQ(rig.clockwork.now(), 50u);
}

TEST(Clockwork, WaitsNeverGoBack) {
  ClockworkRig rig;
  rig.clockwork.wait_until(100);
  rig.clockwork.wait_until(60);
  EXPECT_EQ(rig.clockwork.now(), 100u);
}

TEST(Clockwork, SaysWhenTheFirstUnitHasSomethingToDo) {
  ClockworkRig rig;
  EXPECT_EQ(rig.clockwork.next(), kNever);
  rig.rig.bind(0, kLoop);
  rig.rig.send_block(2, 0, 70);
  rig.rig.send_block(1, 0, 50);
  EXPECT_EQ(rig.clockwork.next(), 50u);
}

// Whichever unit is asked first, the quantum in which the first has something to do comes next.
TEST(Clockwork, SkipsNoQuantumInWhichAUnitHasSomethingToDo) {
  for (const Cycle first : {1, 15, 16, 17, 31, 32, 33, 100}) {
    for (const Cycle last : {1, 15, 16, 17, 31, 32, 33, 100}) {
      ClockworkRig rig;
      rig.rig.bind(0, kLoop);
      rig.rig.send_block(0, 0, first);
      rig.rig.send_block(2, 0, last);
      rig.clockwork.skip_idle_quanta(rig.clockwork.next(), kNever);
      EXPECT_EQ(rig.clockwork.now(), std::min(first, last) / 16 * 16) << first << " " << last;
    }
  }
}

TEST(Clockwork, RunsUnitsUpToTheEndOfTheQuantum) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    ClockworkRig rig(threads);
    ChipRig alone(three_sms());
    rig.send_blocks(kLoop);
    alone.bind(0, kLoop);
    for (const std::uint32_t sm : {0, 1, 2}) alone.send_block(sm, 0, sm + 1);
    rig.run(100);
    alone.run_sms(100);  // an SM by itself, without quanta
    for (const std::size_t sm : {0, 1, 2}) {
      EXPECT_GT(rig.rig.chip.sms[sm]->counters().thread_instructions(), 0u);
      EXPECT_EQ(rig.rig.chip.sms[sm]->counters().thread_instructions(),
                alone.chip.sms[sm]->counters().thread_instructions());
    }
  }
}

TEST(Clockwork, NotesWhatWasIssuedExactlyWhenAWindowEnds) {
  for (const Cycle window : {65, 79, 80}) {  // in, and at the end of, the fifth quantum
    ClockworkRig rig(2);
    ChipRig alone(three_sms());
    rig.send_blocks(kLoop);
    alone.bind(0, kLoop);
    for (const std::uint32_t sm : {0, 1, 2}) alone.send_block(sm, 0, sm + 1);
    rig.run(80, window);
    alone.run_sms(window);
    for (const std::size_t sm : {0, 1, 2})
      EXPECT_EQ(rig.clockwork.cut_points().issued_at_window_end()[sm],
                alone.chip.sms[sm]->counters().thread_instructions());
  }
}

TEST(Clockwork, ReturnsReportsByTimeThenBySm) {
  ClockworkRig rig;
  rig.rig.bind(0, "");
  rig.rig.send_block(2, 0, 1);
  rig.rig.send_block(1, 0, 3);
  rig.rig.send_block(0, 0, 3);
  const std::vector<StampedReport> reports = rig.run(400);
  ASSERT_EQ(reports.size(), 3u);  // a block each
  EXPECT_EQ(reports[0].sm, 2u);
  EXPECT_EQ(reports[1].sm, 0u);
  EXPECT_EQ(reports[2].sm, 1u);
  EXPECT_EQ(reports[1].report.when, reports[0].report.when + 2);
  EXPECT_EQ(reports[1].report.when, reports[2].report.when);
  EXPECT_TRUE(rig.run(500).empty());  // each once
}

TEST(Clockwork, CarriesRequestsToMemoryAndRepliesBack) {
  ClockworkRig rig;
  rig.send_blocks("  ld.global.u32 %r1, [%rd1];\n  st.global.u32 [%rd1+4], %r1;\n");
  rig.run(5000);
  for (const auto& sm : rig.rig.chip.sms) EXPECT_FALSE(sm->watchdog().waits_for_memory());
  EXPECT_EQ(rig.clockwork.next(), kNever);
}

TEST(Clockwork, MakesStoresVisibleInTheQuantumThatIssuesThem) {
  for (const unsigned threads : {1u, 3u}) {
    ClockworkRig rig(threads);
    rig.send_blocks("  mov.u32 %r1, %nctaid.x;\n  st.global.u32 [%rd1], %r1;\n");
    rig.run(400);
    std::uint32_t word = 0;
    rig.rig.image.read(rig.rig.buffer(), &word, 4);
    EXPECT_EQ(word, 1u);  // blocks of the grid
  }
}

}  // namespace
}  // namespace heddle::gpu
