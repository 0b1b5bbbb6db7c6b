// How many blocks an SM holds that is divided among its lanes. The machine is that of Lucas et al.
// 2015: 8 lanes, 2048 registers and 4 warp slots each.

#include "heddle/gpu/chip/block_fit.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/gpu/chip/policy_choice.hpp"
#include "organisation.hpp"

namespace heddle::gpu {
namespace {

MachineSpec eight_lanes() {
  MachineSpec machine;
  machine.sm.warps = 32;
  machine.sm.blocks = 16;
  machine.sm.threads = 1024;
  machine.sm.registers = 16384;
  machine.sm.register_unit = 32;
  machine.sm.schedulers = 1;
  return machine;
}

BlockFit fit_of(const std::string& organisation, const test::Values& values) {
  return make_block_fit(eight_lanes(), test::organised(organisation, values));
}
BlockFit simt() { return fit_of("spatial", {}); }
BlockFit tsimt() { return fit_of("temporal", {}); }
BlockFit tsimt_plus() { return fit_of("temporal", {{"allocation", "threads"}}); }

/// The lanes of the block's parts, once it has gone to the slot.
std::vector<std::uint16_t> place(const BlockFit& fit, model::LaneResidents& residents,
                                 std::uint16_t slot, const BlockDemand& demand) {
  std::vector<std::uint32_t> warps(demand.warps);
  std::iota(warps.begin(), warps.end(), 0u);
  residents.open(slot, demand);
  fit.place_warps(residents, slot, demand, warps, {});
  return residents.placement_of(slot).lanes;
}

// The study's kernel DG_0: blocks of 84 threads with 34 registers each.
TEST(BlockFit, BlocksOf84ThreadsFitAsTheStudySays) {
  const auto blocks = [](const BlockFit& fit) {
    return fit.occupancy(fit.demand_of(84, 34, 0)).blocks;
  };
  EXPECT_EQ(blocks(simt()), 5u);  // 16384 / (3 x 1088)
  EXPECT_EQ(blocks(tsimt()), 2u);
  EXPECT_EQ(blocks(tsimt_plus()), 3u);
  EXPECT_EQ(tsimt().occupancy(tsimt().demand_of(84, 34, 0)).limits(), "registers");
}

TEST(BlockFit, TheNumberedPlaceIsTheLane) {
  const BlockFit fit = tsimt();
  const BlockDemand demand = fit.demand_of(84, 34, 0);
  model::LaneResidents residents = fit.empty_lanes();
  EXPECT_THAT(place(fit, residents, 0, demand), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(place(fit, residents, 1, demand), testing::ElementsAre(3, 4, 5));
  // Lane 0 has 960 registers left, and a warp of any size takes 1088.
  EXPECT_THAT(place(fit, residents, 2, demand), testing::ElementsAre(6, 7, model::kNoLane));
}

TEST(BlockFit, PartialWarpsShareALane) {
  const BlockFit fit = tsimt_plus();
  const BlockDemand demand = fit.demand_of(84, 34, 0);
  model::LaneResidents residents = fit.empty_lanes();
  EXPECT_THAT(place(fit, residents, 0, demand), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(place(fit, residents, 1, demand), testing::ElementsAre(3, 4, 2));
  EXPECT_THAT(place(fit, residents, 2, demand), testing::ElementsAre(5, 6, 2));
  EXPECT_EQ(residents.lanes()[2].registers, 8u);  // of 2048: three warps of 20 x 34
  EXPECT_EQ(residents.lanes()[7].parts, 0u);
}

TEST(BlockFit, ABlockHoldsRegistersForItsThreadsOrForWholeWarps) {
  EXPECT_EQ(simt().demand_of(112, 10, 0).registers, 128u * 10);
  EXPECT_EQ(tsimt().demand_of(112, 10, 0).registers, 128u * 10);
  EXPECT_EQ(tsimt_plus().demand_of(112, 10, 0).registers, 112u * 10);
  const BlockFit four = fit_of("spatio_temporal", {{"k", 4}});
  EXPECT_EQ(four.demand_of(109, 10, 0).registers, 112u * 10);
  EXPECT_EQ(four.demand_of(109, 10, 0).registers_of_warp(3), 16u * 10);
}

TEST(BlockFit, WarpsOf16ThreadsHaveLanesOfTheirOwn) {
  const BlockFit fit = fit_of("temporal", {{"warp_size", 16}});
  const BlockDemand demand = fit.demand_of(80, 10, 0);
  model::LaneResidents residents = fit.empty_lanes();
  EXPECT_EQ(residents.lanes()[0].slots, 8u);
  EXPECT_THAT(place(fit, residents, 1, demand), testing::ElementsAre(5, 6, 7, 0, 1));
  EXPECT_EQ(residents.lanes()[5].registers, 2048u - 160);
}

TEST(BlockFit, UnlockedTheRegistersAreOnePool) {
  const BlockFit fit = fit_of("temporal", {{"unlocked", 1}});
  EXPECT_FALSE(fit.places_warps());
  EXPECT_EQ(fit.occupancy(fit.demand_of(84, 34, 0)).blocks, 5u);
  const BlockFit by_thread = fit_of("temporal", {{"unlocked", 1}, {"allocation", "threads"}});
  EXPECT_EQ(by_thread.occupancy(by_thread.demand_of(84, 34, 0)).blocks, 5u);  // 16384 / 2856
}

TEST(BlockFit, RegistersAreCappedAtWhatALaneHolds) {
  isa::Program program;
  program.registers = 100;
  program.least_registers = 20;
  EXPECT_EQ(simt().registers_of(program, 32), 100u);
  EXPECT_EQ(tsimt().registers_of(program, 32), 64u);        // 2048 / 32
  EXPECT_EQ(tsimt().registers_of(program, 512), 32u);       // two warps a lane
  EXPECT_EQ(tsimt_plus().registers_of(program, 20), 100u);  // 20 threads of 100 fit
  program.least_registers = 65;
  EXPECT_EQ(tsimt().registers_of(program, 32), 100u) << "no count fits: the program's, refused";
  EXPECT_EQ(tsimt().occupancy(tsimt().demand_of(program, 32, 0)).blocks, 0u);
}

TEST(BlockFit, ScalarsAreHeldByTheWarpByThreadsOrByAFileOfTheirOwn) {
  isa::Program program;
  program.registers = 10;
  program.scalar_registers = 6;
  EXPECT_EQ(tsimt().demand_of(program, 32, 0).registers, 10u * 32 + 6);
  EXPECT_EQ(tsimt_plus().demand_of(program, 20, 0).registers, 10u * 20 + 6);
  EXPECT_EQ(simt().demand_of(program, 32, 0).registers, 16u * 32) << "as vectors";
  EXPECT_EQ(simt().registers_of(program, 32), 16u);
  MachineSpec machine = eight_lanes();
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::scalar)].count = 1;
  const BlockFit apart = make_block_fit(machine, test::organised("spatial", {}));
  EXPECT_EQ(apart.demand_of(program, 32, 0).registers, 10u * 32);
}

/// Answers the same lane always.
class OneLane final : public policy::Organisation {
 public:
  explicit OneLane(unsigned lane) : lane_(lane) {}
  policy::Shape shape(std::uint32_t) const override {
    return {.lane_groups = 8, .sequential_lanes = 1, .threads_per_pass = 1, .places = true};
  }
  void attach(const model::SmView&, const policy::Shape&) override {}
  std::optional<unsigned> place(const policy::PartToPlace&,
                                std::span<const model::LaneShare>) const override {
    return lane_;
  }

 private:
  unsigned lane_;
};

TEST(BlockFit, ALaneWithoutRoomIsRefused) {
  const auto place_two = [](unsigned lane) {
    const auto organisation = std::make_shared<OneLane>(lane);
    const BlockFit fit(eight_lanes().sm, "one_lane", organisation, organisation->shape(1));
    const BlockDemand demand{.warps = 2, .threads = 64, .rule = {.thread = 40}};
    model::LaneResidents residents = fit.empty_lanes();
    residents.open(0, demand);
    constexpr std::uint32_t kWarps[] = {0, 1};
    return fit.place_warps(residents, 0, demand, kWarps, {.sm = 3, .cycle = 17});
  };
  const auto message = [&](unsigned lane) -> std::string {
    try {
      place_two(lane);
    } catch (const policy::PolicyError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(5),
              testing::AllOf(testing::HasSubstr("one_lane"), testing::HasSubstr("SM 3"),
                             testing::HasSubstr("17"), testing::HasSubstr("place(part 1"),
                             testing::HasSubstr("lane group 5")));
  EXPECT_THAT(message(8), testing::HasSubstr("lane group 8"));
}

/// Volta's SM: 64 warps, 32 blocks, 2048 threads, 64 Ki registers, 96 KiB of shared memory.
BlockFit volta() {
  core::SmSpec sm;
  sm.warps = 64;
  sm.blocks = 32;
  sm.threads = 2048;
  sm.registers = 65536;
  sm.register_unit = 256;
  sm.shared_bytes = 96 * 1024;
  sm.shared_unit = 256;
  sm.shared_sizes = "0 8 16 32 64 96";
  return BlockFit(sm);
}

// CUDA C++ Programming Guide, compute capability 7.x: shared memory gets what the blocks need that
// otherwise fit, in one of six sizes.
TEST(BlockFit, SharedMemoryIsAsLargeAsTheBlocksThatFitNeed) {
  constexpr std::uint64_t kKiB = 1024;
  const BlockFit fit = volta();
  const auto split = [&](std::uint32_t threads, std::uint64_t shared) {
    return fit.demand_of(threads, 32, shared).split;
  };
  EXPECT_EQ(split(256, 0), 0u);
  EXPECT_EQ(split(1024, 4 * kKiB), 8 * kKiB);      // 2 blocks of 1024 threads
  EXPECT_EQ(split(256, 2 * kKiB), 16 * kKiB);      // 8 blocks of 256 threads
  EXPECT_EQ(split(256, 2 * kKiB + 1), 32 * kKiB);  // 8 blocks of 2304 B are 18 KiB
  EXPECT_EQ(split(64, 2 * kKiB), 64 * kKiB);       // 32 blocks
  EXPECT_EQ(split(64, 5 * kKiB), 96 * kKiB);       // 19 blocks of 5 KiB
  EXPECT_EQ(split(32, 49 * kKiB), 64 * kKiB);      // one block
  const BlockDemand demand = fit.demand_of(256, 32, 4 * kKiB);
  EXPECT_EQ(demand.split, 32 * kKiB);
  EXPECT_EQ(fit.occupancy(demand).blocks, 8u);
  EXPECT_EQ(fit.occupancy(demand).limits(), "registers, warps") << "64 warps of 1024 registers";
}

TEST(BlockFit, APreferredSizeLimitsTheBlocksButHoldsOne) {
  constexpr std::uint32_t kKiB = 1024;
  const BlockFit fit = volta();
  const auto demand = [&](std::uint64_t shared, std::uint32_t preferred) {
    return fit.demand_of(256, 32, shared, 0, preferred);
  };
  EXPECT_EQ(demand(4 * kKiB, 16 * kKiB).split, 16 * kKiB);
  EXPECT_EQ(fit.occupancy(demand(4 * kKiB, 16 * kKiB)).blocks, 4u);
  EXPECT_EQ(fit.occupancy(demand(4 * kKiB, 16 * kKiB)).limits(), "shared memory");
  EXPECT_EQ(demand(4 * kKiB, 0).split, 8 * kKiB) << "a block of 4 KiB must fit";
  EXPECT_EQ(fit.occupancy(demand(4 * kKiB, 0)).blocks, 2u);
  EXPECT_EQ(demand(0, 50 * kKiB).split, 64 * kKiB) << "the next size";
  EXPECT_EQ(fit.occupancy(demand(0, 0)).blocks, 8u);
}

}  // namespace
}  // namespace heddle::gpu
