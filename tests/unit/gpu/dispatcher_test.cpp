// Which blocks the dispatcher sends where and when, and what it knows of the SMs.
#include "heddle/gpu/dispatch/dispatcher.hpp"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "chip_rig.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::gpu {
namespace {

constexpr Cycle kLaunch = 70;

/// Two SMs with three block slots each.
MachineSpec two_sms_of_three_blocks() {
  MachineSpec machine = test::small_machine();
  machine.sm.count = 2;
  machine.sm.blocks = 3;
  machine.control.launch_latency = kLaunch;
  return machine;
}

struct DispatcherRig : testing::Test {
  explicit DispatcherRig(const MachineSpec& machine)
      : DispatcherRig(machine, make_dispatch_boundary(machine, {})) {}
  DispatcherRig(const MachineSpec& machine, DispatchBoundary boundary,
                const PolicyChoice& policies = {})
      : rig(machine, policies, std::move(boundary)) {}

  ChipRig rig;
  model::Subscribers dispatch;
  Probes probes{rig.chip, dispatch};
  Accounts accounts{rig.chip, probes};
  Tenants tenants{rig.sharing, rig.chip};
  Dispatcher::GridEnded grid_ended = [](std::uint64_t, Cycle) {};
  Dispatcher dispatcher{std::move(rig.boundary), rig.chip, accounts, tenants, grid_ended, dispatch};
};

struct DispatcherTest : DispatcherRig {
  DispatcherTest() : DispatcherRig(two_sms_of_three_blocks()) {}
  std::uint64_t start(std::uint32_t blocks, Cycle now) {
    return dispatcher.start(rig.grid("  bar.sync 0;\n", {blocks}), {}, 0, now);
  }
  /// Blocks that the SM has or will have.
  std::uint64_t blocks_on(std::uint32_t sm) const {
    return 3 - dispatcher.ledger(sm).free().blocks;
  }
  /// A block of the kernel slot ends on the SM.
  std::optional<Cycle> end_block(std::uint32_t sm, std::uint8_t slot, Cycle when) {
    const model::BlockDemand demand =
        rig.chip.block_fit.demand_of(*rig.grid("  bar.sync 0;\n")->program, 32, 0);
    return dispatcher.apply({{.kind = core::SmReport::Kind::block_finished,
                              .kernel = slot,
                              .amount = model::of_block(demand),
                              .when = when},
                             static_cast<std::uint16_t>(sm)});
  }
};

TEST_F(DispatcherTest, SendsTheFirstBlocksAfterTheLaunchLatency) {
  start(2, 100);
  EXPECT_FALSE(dispatcher.any_block());
  EXPECT_EQ(dispatcher.next(100), 100 + kLaunch);
  dispatcher.advance(100 + kLaunch - 1);
  EXPECT_FALSE(dispatcher.any_block());
  dispatcher.advance(100 + kLaunch);
  EXPECT_EQ(blocks_on(0), 1u);  // round_robin
  EXPECT_EQ(blocks_on(1), 1u);
  EXPECT_EQ(dispatcher.next(200), kNever);
  // The decision reaches the SMs a control latency later.
  for (const auto& sm : rig.chip.sms)
    EXPECT_EQ(sm->next(), 100 + kLaunch + rig.chip.machine.control.control_latency);
}

TEST_F(DispatcherTest, LeavesAnSmAsleepThatGetsNoBlock) {
  start(1, 0);
  dispatcher.advance(kLaunch);
  EXPECT_EQ(blocks_on(1), 0u);
  EXPECT_NE(rig.chip.sms[0]->next(), kNever);
  EXPECT_EQ(rig.chip.sms[1]->next(), kNever);
}

/// PRO's slow phase begins with the last block.
struct DispatcherWithPro : DispatcherRig {
  explicit DispatcherWithPro(const PolicyChoice& policies = {.warp_scheduler = "pro"})
      : DispatcherRig(two_sms_of_three_blocks(),
                      make_dispatch_boundary(two_sms_of_three_blocks(), policies), policies) {}
};

TEST_F(DispatcherWithPro, TellsAllSmsOfTheLastBlock) {
  dispatcher.start(rig.grid("  bar.sync 0;\n", {1}), {}, 0, 0);
  dispatcher.advance(kLaunch);
  for (const auto& sm : rig.chip.sms)
    EXPECT_EQ(sm->next(), kLaunch + rig.chip.machine.control.control_latency);
}

TEST_F(DispatcherTest, FillsTheSmsAndSendsAnotherBlockForEachThatEnds) {
  const std::uint64_t grid = start(8, 0);
  dispatcher.advance(kLaunch);
  EXPECT_EQ(blocks_on(0) + blocks_on(1), 6u);
  EXPECT_EQ(end_block(1, 0, 500), std::nullopt);
  EXPECT_EQ(blocks_on(1), 3u);  // the seventh
  EXPECT_EQ(end_block(0, 0, 510), std::nullopt);
  EXPECT_EQ(blocks_on(0), 3u);  // the eighth
  EXPECT_EQ(end_block(0, 0, 520), std::nullopt);
  EXPECT_EQ(blocks_on(0), 2u);
  EXPECT_EQ(dispatcher.status(grid).blocks_done, 3u);
  for (const Cycle when : {530, 540}) end_block(0, 0, when);
  for (const Cycle when : {550, 560}) end_block(1, 0, when);
  EXPECT_FALSE(dispatcher.status(grid).finished);
  EXPECT_EQ(end_block(1, 0, 570), std::optional<Cycle>(571));  // its last cycle is 570
  EXPECT_TRUE(dispatcher.status(grid).finished);
  EXPECT_TRUE(dispatcher.idle());
  EXPECT_FALSE(dispatcher.any_block());
  EXPECT_EQ(dispatcher.status(grid).counters.started, 0u);
  EXPECT_EQ(dispatcher.status(grid).counters.ended, 571u);
}

TEST_F(DispatcherTest, ServesTheOldestGridFirst) {
  start(5, 0);
  start(5, 0);
  dispatcher.advance(kLaunch);
  EXPECT_EQ(dispatcher.ledger(0).blocks_of(0) + dispatcher.ledger(1).blocks_of(0), 5u);
  EXPECT_EQ(dispatcher.ledger(0).blocks_of(1) + dispatcher.ledger(1).blocks_of(1), 1u);
}

TEST_F(DispatcherTest, LetsGridsWaitForAKernelSlotAndGivesThemTheFirstThatIsFree) {
  for (unsigned grid = 0; grid < core::kKernelSlots; ++grid) start(1, 0);
  const std::uint64_t last = start(1, 10);
  EXPECT_EQ(dispatcher.counters_so_far(last, 20).ended, 0u);  // it has not begun
  dispatcher.advance(kLaunch);
  EXPECT_EQ(blocks_on(0) + blocks_on(1), 6u);
  ASSERT_EQ(end_block(0, 0, 100), std::optional<Cycle>(101));
  EXPECT_EQ(dispatcher.next(112), 112u);  // a grid waits and a slot is free
  dispatcher.begin_grids(112);
  EXPECT_EQ(dispatcher.counters_so_far(last, 120).started, 112u);
  EXPECT_EQ(dispatcher.next(112), 112 + kLaunch);
}

TEST_F(DispatcherTest, TakesAGridThatHasNotBegunOffTheGpuAtOnce) {
  const std::uint64_t grid = start(4, 0);
  const auto context = dispatcher.suspend(grid, 10);
  ASSERT_TRUE(context);
  EXPECT_EQ(context->next_block, 0u);
  EXPECT_TRUE(context->blocks.empty());
  EXPECT_TRUE(dispatcher.idle());
  dispatcher.advance(1000);
  EXPECT_FALSE(dispatcher.any_block());
}

TEST_F(DispatcherTest, WaitsForTheBlocksOfASuspendedGrid) {
  const std::uint64_t grid = start(4, 0);
  dispatcher.advance(kLaunch);
  EXPECT_FALSE(dispatcher.any_held());
  EXPECT_EQ(dispatcher.suspend(grid, 80), std::nullopt);
  EXPECT_TRUE(dispatcher.any_held());
  for (const std::uint32_t sm : {0, 1}) end_block(sm, 0, 90);
  EXPECT_EQ(dispatcher.suspend(grid, 100), std::nullopt);  // two are on the SMs
  end_block(0, 0, 110);
  EXPECT_EQ(end_block(1, 0, 110), std::optional<Cycle>(111));
  EXPECT_EQ(dispatcher.suspend(grid, 120), std::nullopt);  // it has come to its end
  EXPECT_TRUE(dispatcher.idle());
}

TEST_F(DispatcherTest, GoesOnWithASuspendedGridAtItsNextBlock) {
  const std::uint64_t grid =
      dispatcher.start(rig.grid("", {8}), {.next_block = 6, .blocks_done = 6, .blocks = {}}, 0, 0);
  dispatcher.advance(kLaunch);
  EXPECT_EQ(blocks_on(0) + blocks_on(1), 2u);
  EXPECT_EQ(dispatcher.status(grid).blocks_done, 6u);
}

TEST_F(DispatcherTest, StopsNoBlockWhereNoneIs) {
  start(1, 0);
  EXPECT_FALSE(dispatcher.stop_block(0, 2, 0, 50));
}

/// One SM with one block slot runs blocks that never end.
struct PreemptionTest : DispatcherRig {
  static MachineSpec one_block() {
    MachineSpec machine = test::small_machine();
    machine.sm.blocks = 1;
    return machine;
  }
  PreemptionTest() : DispatcherRig(one_block()) {
    dispatcher.start(rig.grid("L: bra L;\n", {4}), {}, 0, 0);
    dispatcher.advance(0);
    rig.run_sms(200);
  }
  core::Sm& sm() { return *rig.chip.sms[0]; }
  /// Runs to `until`; when the block was saved in that time.
  Cycle run_and_save(Cycle until) {
    rig.run_sms(until);
    EXPECT_EQ(sm().reports().size(), 1u);
    const core::SmReport report = sm().reports().at(0);
    EXPECT_EQ(report.kind, core::SmReport::Kind::block_saved);
    sm().reports().clear();
    dispatcher.apply({report, 0});
    return report.when;
  }
};

TEST_F(PreemptionTest, SendsASavedBlockBackBeforeBlocksThatHaveNotBegun) {
  ASSERT_EQ(sm().contexts().resident_block(0), std::optional<std::uint64_t>(0));
  ASSERT_TRUE(dispatcher.stop_block(0, 0, 0, 200));
  const Cycle saved = run_and_save(400);
  EXPECT_GE(saved, 200 + rig.chip.machine.control.control_latency);
  EXPECT_EQ(dispatcher.status(0).blocks_saved, 1u);
  EXPECT_FALSE(dispatcher.any_held());
  rig.run_sms(500);
  EXPECT_EQ(sm().contexts().resident_block(0), std::optional<std::uint64_t>(0));
}

TEST_F(PreemptionTest, KeepsASavedBlockAwayForItsTime) {
  ASSERT_TRUE(dispatcher.stop_block(0, 0, 1000, 200));
  const Cycle saved = run_and_save(400);
  EXPECT_TRUE(dispatcher.any_held());
  EXPECT_EQ(dispatcher.next(400), saved + 1000);
  rig.run_sms(500);
  EXPECT_EQ(sm().contexts().resident_block(0),
            std::optional<std::uint64_t>(1));  // the next took its place
  dispatcher.advance(saved + 1000);            // no room: the block is ready, and stays off the SM
  EXPECT_TRUE(dispatcher.any_held());
  EXPECT_EQ(dispatcher.next(saved + 1000), kNever);
}

TEST_F(PreemptionTest, ReturnsTheBlocksOfASuspendedGrid) {
  EXPECT_EQ(dispatcher.suspend(0, 200), std::nullopt);
  run_and_save(400);
  EXPECT_FALSE(dispatcher.any_block());
  const auto context = dispatcher.suspend(0, 410);
  ASSERT_TRUE(context);
  EXPECT_EQ(context->next_block, 1u);
  EXPECT_EQ(context->blocks_done, 0u);
  ASSERT_EQ(context->blocks.size(), 1u);
  EXPECT_EQ(context->blocks[0].state.id, 0u);
  EXPECT_TRUE(dispatcher.idle());
}

/// Keeps what it was told of each window.
class Listens final : public policy::Residency {
 public:
  using Windows = std::vector<std::vector<std::pair<std::uint64_t, bool>>>;
  explicit Listens(Windows& windows) : windows_(windows) {}
  std::uint32_t admit(std::uint32_t, const policy::Room& room,
                      const model::BlockDemand& demand) const override {
    return admit_whole(room, demand);
  }
  Cycle window() const override { return 100; }
  std::optional<policy::Directive> window_elapsed(std::span<const policy::SmWindow> sms) override {
    windows_.emplace_back();
    for (const policy::SmWindow& sm : sms)
      windows_.back().push_back({sm.thread_instructions, sm.resident});
    return std::nullopt;
  }

 private:
  Windows& windows_;
};

class FirstThatFits final : public policy::BlockDispatch {
  void attach(std::uint32_t) override {}
  std::uint32_t choose(const std::vector<bool>& fits) override {
    const auto first = std::find(fits.begin(), fits.end(), true);
    return first == fits.end() ? kNoSm : static_cast<std::uint32_t>(first - fits.begin());
  }
};

struct WindowsTold {
  Listens::Windows windows;
};

struct DispatcherWindows : WindowsTold, DispatcherRig {
  DispatcherWindows()
      : DispatcherRig(
            two_sms_of_three_blocks(),
            {two_sms_of_three_blocks(),
             {.block_dispatch = {{policy::BlockDispatch::kKind, "toy"},
                                 std::make_unique<FirstThatFits>()},
              .residency = {{policy::Residency::kKind, "toy"}, std::make_unique<Listens>(windows)},
              .trigger = {{policy::PreemptionTrigger::kKind, "none"},
                          policy::Registry<policy::PreemptionTrigger>::instance().make("none")}}}) {
  }
};

TEST_F(DispatcherWindows, TellWhatEachSmIssuedInTheWindowAndWhetherItHasABlock) {
  EXPECT_EQ(dispatcher.window_end(), 100u);
  dispatcher.start(rig.grid("  bar.sync 0;\n"), {}, 0, 0);
  dispatcher.set_issued(std::vector<std::uint64_t>{50, 7});
  dispatcher.advance(99);
  EXPECT_TRUE(windows.empty());
  dispatcher.advance(100);
  EXPECT_EQ(windows, (Listens::Windows{{{50, true}, {7, false}}}));
  dispatcher.set_issued(std::vector<std::uint64_t>{80, 7});
  dispatcher.advance(250);
  ASSERT_EQ(windows.size(), 2u);
  EXPECT_EQ(windows[1], (Listens::Windows::value_type{{30, true}, {0, false}}));
  EXPECT_EQ(dispatcher.window_end(), 300u);
}

TEST_F(DispatcherWindows, EndWithoutWorkOneAfterTheOther) {
  dispatcher.skip_windows(350);
  EXPECT_EQ(windows, Listens::Windows(3, {{0, false}, {0, false}}));
  EXPECT_EQ(dispatcher.window_end(), 400u);
}

}  // namespace
}  // namespace heddle::gpu
