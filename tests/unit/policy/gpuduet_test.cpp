// GPUDuet: how many blocks come beyond those that fit, what moves, and who leaves and comes.

#include <map>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/gpuduet/plan.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::test {
namespace {

using policy::LongWait;
using policy::gpuduet::Capacity;
using policy::gpuduet::Level;
using policy::gpuduet::Levels;
using policy::gpuduet::Plan;
using policy::gpuduet::Rules;

/// The study's SM: 2048 vector registers, 768 pieces of 128 bytes of shared memory.
constexpr model::Resources kDuetSm{
    .blocks = 32, .warps = 64, .threads = 2048, .registers = 65536, .shared_bytes = 98304};

/// A kernel whose blocks have so many warps, registers a thread and bytes of shared memory.
model::BlockDemand duet_demand(std::uint32_t warps, std::uint32_t registers, std::uint64_t shared) {
  model::BlockDemand demand{.warps = warps,
                            .threads = warps * kWarpSize,
                            .registers = std::uint64_t{warps} * registers * kWarpSize,
                            .shared_bytes = shared,
                            .rule = {.thread = registers}};
  std::uint64_t fit =
      std::min({kDuetSm.blocks, kDuetSm.warps / warps, kDuetSm.registers / demand.registers});
  if (shared != 0) fit = std::min(fit, kDuetSm.shared_bytes / shared);
  demand.quota = fit * warps;
  return demand;
}

Plan plan_of(const model::BlockDemand& demand, const Rules& rules) {
  return policy::gpuduet::plan_of(rules, demand, kDuetSm);
}

// BT: 8 warps of 28 registers, 8 blocks by warp slots. Section 3.7.2 of the study: 6 more blocks.
// 64 x 28 + 48 x (R + 2) units of 2816 for R = 17, 18, 19; each pool apart gives the same.
TEST(GpuDuet, BtHasSixMoreBlocks) {
  const auto bt = duet_demand(8, 28, 0);
  const std::map<std::uint32_t, std::uint32_t> extra = {
      {16, 7}, {17, 6}, {18, 6}, {19, 6}, {20, 5}};
  for (const auto& [registers, blocks] : extra) {
    for (const Capacity capacity : {Capacity::apart, Capacity::together}) {
      const Plan plan = plan_of(bt, {.capacity = capacity, .waiting_registers = registers});
      EXPECT_EQ(plan.native, 8u);
      EXPECT_EQ(plan.extra, blocks) << registers;
      EXPECT_EQ(plan.level, Level::warp);
      EXPECT_EQ(plan.bytes, 144 + registers * 128);
      EXPECT_EQ(plan.fresh_bytes, 144u);
    }
  }
  // With one more block all registers stay: 72 x 28 of 2048.
  EXPECT_EQ(plan_of(bt, {.extra_blocks = 1, .waiting_registers = 18}).bytes, 144u);
}

TEST(GpuDuet, PlansAreSaidInWords) {
  EXPECT_EQ(in_words(plan_of(duet_demand(8, 28, 0), {.waiting_registers = 18})),
            "warps leave, 8 blocks fit, 6 more at most, 18 of 28 registers kept");
}

// HG: 3 warps of 24 registers, 12 KiB of shared memory, which limits it to 8 blocks. Whole blocks
// leave; shared memory of 8 more lies in 896 free units of the register file.
TEST(GpuDuet, HgHasEightMoreBlocks) {
  const Plan plan = plan_of(duet_demand(3, 24, 12288), {});
  EXPECT_EQ(plan.native, 8u);
  EXPECT_EQ(plan.extra, 8u);
  EXPECT_EQ(plan.level, Level::block);
  EXPECT_EQ(plan.bytes, 3u * 144 + 12288);  // 100 cycles at 128 B
  EXPECT_EQ(plan.fresh_bytes, 3u * 144);
}

// DWT_2: 6 warps of 32 registers, 8728 B: registers limit it to 10 blocks; shared memory to 11.
TEST(GpuDuet, DwtHasOneMoreBlock) {
  const Plan plan = plan_of(duet_demand(6, 32, 8728), {.waiting_registers = 16});
  EXPECT_EQ(plan.native, 10u);
  EXPECT_EQ(plan.extra, 1u);
  EXPECT_EQ(plan.level, Level::warp);
  EXPECT_EQ(plan.bytes, 144u + 16 * 128);
}

// DWT_2 where registers that leave lie elsewhere: 11 blocks leave 9 units of shared memory, so that
// there is room for none but in the L1, whose 256 units hold the 6 x (16 + 2) of two blocks.
TEST(GpuDuet, DwtHasAnExtraBlockInTheL1Alone) {
  const auto dwt = duet_demand(6, 32, 8728);
  const Rules rules{.capacity = Capacity::elsewhere, .waiting_registers = 16};
  EXPECT_EQ(plan_of(dwt, rules).extra, 0u);
  const Plan plan = policy::gpuduet::plan_of(rules, dwt, kDuetSm, 32768);
  EXPECT_EQ(plan.extra, 1u);
  EXPECT_EQ(plan.level, Level::warp);
}

// BT likewise: 768 units of shared memory hold the R registers of 8 x k warps, and the 256 units
// that are left of the register file the state of their slots. Six blocks for R from 14 to 16.
TEST(GpuDuet, RegistersThatLeaveMayLieElsewhereAlone) {
  const std::map<std::uint32_t, std::uint32_t> extra = {{12, 8}, {13, 7}, {14, 6},
                                                        {16, 6}, {17, 5}, {19, 5}};
  for (const auto& [registers, blocks] : extra) {
    const Rules rules{.capacity = Capacity::elsewhere, .waiting_registers = registers};
    EXPECT_EQ(plan_of(duet_demand(8, 28, 0), rules).extra, blocks) << registers;
  }
}

// Section 3.6.4, fourth bound: registers let three blocks of 576 units run, and shared memory holds
// four of 192 units. A fifth would need both to move, though 1728 + 2 x 8 x (6 + 2) + 5 x 192 units
// are all that there are.
TEST(GpuDuet, NoBlockComesForWhichRegistersAndSharedMemoryWouldMove) {
  for (const Capacity capacity : {Capacity::apart, Capacity::together}) {
    const Rules rules{.capacity = capacity, .waiting_registers = 6};
    const Plan plan = plan_of(duet_demand(8, 72, 24576), rules);
    EXPECT_EQ(plan.native, 3u);
    EXPECT_EQ(plan.extra, 1u);
    EXPECT_EQ(plan.level, Level::warp);
  }
}

TEST(GpuDuet, IsOffWhereRegistersAndSharedMemoryLimit) {
  const Plan plan = plan_of(duet_demand(8, 32, 98304 / 8), {});
  EXPECT_EQ(plan.native, 8u);
  EXPECT_EQ(plan.level, Level::off);
  EXPECT_EQ(plan.extra, 0u);
}

// 32 blocks are all that there are contexts for; 128 warps likewise.
TEST(GpuDuet, ContextsAreABound) {
  EXPECT_EQ(plan_of(duet_demand(1, 16, 0), {}).extra, 0u);
  EXPECT_EQ(plan_of(duet_demand(16, 16, 0), {}).extra, 4u);
  EXPECT_EQ(plan_of(duet_demand(16, 16, 0), {.slots = {.warps = 96}}).extra, 2u);
}

// GPUDuet_TB: blocks, whatever limits the kernel.
TEST(GpuDuet, BlocksMayLeaveWhateverLimits) {
  const Rules rules{.levels = Levels::block, .waiting_registers = 18};
  const Plan plan = plan_of(duet_demand(8, 28, 0), rules);
  EXPECT_EQ(plan.level, Level::block);
  EXPECT_EQ(plan.extra, 6u);
  EXPECT_EQ(plan.bytes, 8u * (144 + 18 * 128));
}

// 256 more units: BT then has all 16 blocks for which there are contexts; HG one more piece of 96
// units than the eight for which the register file has room. Shared memory of DWT_2 stays, so that
// it has one block more, for twelve would need 12 x 69 of 768 units; two where a block's shared
// memory takes 64 units.
TEST(GpuDuet, MoreBlocksComeWithTheL1) {
  const auto extra = [](const model::BlockDemand& demand, const Rules& rules) {
    return policy::gpuduet::plan_of(rules, demand, kDuetSm, 32768).extra;
  };
  EXPECT_EQ(extra(duet_demand(8, 28, 0), {.waiting_registers = 18}), 8u);
  EXPECT_EQ(extra(duet_demand(3, 24, 12288), {}), 9u);
  for (const Capacity capacity : {Capacity::apart, Capacity::elsewhere, Capacity::together}) {
    const Rules rules{.capacity = capacity, .waiting_registers = 16};
    EXPECT_EQ(extra(duet_demand(6, 32, 8728), rules), 1u);
    EXPECT_EQ(extra(duet_demand(6, 32, 8192), rules), 2u);
  }
}

std::unique_ptr<policy::Residency> gpuduet(const std::string& parameters) {
  auto made = policy::Registry<policy::Residency>::instance().make("gpuduet");
  const sim::Settings settings = sim::parse_settings("mode = \"static\"\n" + parameters, "test");
  sim::SettingReader reader(settings);
  reader.read("", *made);
  reader.refuse_unread();
  made->attach(1);
  made->limits(kDuetSm, 32768);
  return made;
}

// An SM that a kernel has alone takes native and extra blocks; beside others only what fits.
TEST(GpuDuet, ExtraBlocksComeWhereTheKernelIsAlone) {
  const auto policy = gpuduet("waiting_registers = 18");
  const auto bt = duet_demand(8, 28, 0);
  const policy::ContextLimits limits = policy->limits(kDuetSm, 32768);
  policy::Room room{.free = {.blocks = limits.blocks,
                             .warps = limits.warps,
                             .threads = 4096,
                             .registers = limits.registers,
                             .shared_bytes = limits.shared_bytes}};
  unsigned blocks = 0;
  for (; policy->admit(0, room, bt) == 8; ++blocks) {
    room.free -= model::of_block(bt);
    room.kernel_warps = room.all_warps += 8;
    ++room.all_blocks;
  }
  EXPECT_EQ(blocks, 14u);
  room.kernel_warps = 0;  // they are another kernel's
  EXPECT_EQ(policy->admit(0, room, duet_demand(1, 16, 0)), 0u);
}

/// An SM whose register file holds a warp and whose shared memory the contexts of two more, with a
/// block of one warp each.
struct DuetOfWarps {
  explicit DuetOfWarps(const std::string& parameters = "") : part(gpuduet(parameters)->part(0)) {
    part->attach(fake.view());
    model::BlockDemand demand = duet_demand(32, 64, 0);
    part->kernel_bound(0, demand);
  }

  FakeSm fake{128, 32};
  std::unique_ptr<policy::SmResidency> part;

  /// A block of 32 warps comes and finds so many free slots.
  std::uint32_t come(unsigned block, std::uint32_t free) {
    part->block_dispatched(block, 0, 32);
    const std::uint32_t begins = part->begin(block, 32, free);
    for (unsigned index = 0; index < 32; ++index) {
      fake.launch(32 * block + index, block, index);
      part->warp_launched(32 * block + index);
    }
    return begins;
  }
  void miss(unsigned entity) {
    part->waits(entity, LongWait::memory);
    part->misses(entity);
  }
};

// 32 warps of 64 registers fill the register file; the state and the 8 registers of each of 32 more
// lie in shared memory.
TEST(GpuDuet, AWarpThatWaitsLeavesForOneThatCanGoOn) {
  DuetOfWarps sm("waiting_registers = 8\nleaves_alone = false");
  EXPECT_EQ(sm.come(0, 64), 32u);
  EXPECT_EQ(sm.come(1, 32), 0u);  // the native block's warps take all registers
  EXPECT_TRUE(sm.part->exchange(32).in.none());
  sm.miss(5);
  auto exchange = sm.part->exchange(32);
  EXPECT_EQ(exchange.out, mask({5}));
  EXPECT_EQ(exchange.in, mask({32}));
  EXPECT_EQ(exchange.bytes_out, 144u + 8 * 128);
  EXPECT_EQ(exchange.bytes_in, 144u);  // it has never run
  sm.part->waits(7, LongWait::peers);  // a barrier is a point to leave at, too
  sm.part->waits(5, LongWait::none);
  exchange = sm.part->exchange(32);
  EXPECT_EQ(exchange.out, mask({7}));
  EXPECT_EQ(exchange.in, mask({33}));
}

TEST(GpuDuet, WarpsComeBackInTheOrderInWhichTheyCanGoOn) {
  DuetOfWarps sm("waiting_registers = 8\nleaves_alone = false");
  sm.come(0, 64);
  sm.come(1, 32);
  for (unsigned warp = 0; warp < 32; ++warp) {
    sm.miss(warp);
    EXPECT_EQ(sm.part->exchange(32).in, mask({32 + warp}));
  }
  sm.part->waits(9, LongWait::none);
  sm.part->waits(3, LongWait::none);
  EXPECT_TRUE(sm.part->exchange(32).in.none());  // nobody can leave
  sm.miss(40);
  auto exchange = sm.part->exchange(32);
  EXPECT_EQ(exchange.in, mask({9}));
  EXPECT_EQ(exchange.bytes_in, 144u + 8 * 128);
  sm.part->warp_exited(41);
  exchange = sm.part->exchange(32);
  EXPECT_EQ(exchange.in, mask({3}));
  EXPECT_TRUE(exchange.out.none());
}

// 768 units of shared memory hold 76 contexts of 8 + 2 units.
TEST(GpuDuet, AWarpMayLeaveAlone) {
  DuetOfWarps sm("waiting_registers = 8");
  sm.come(0, 64);
  sm.miss(0);
  EXPECT_TRUE(sm.part->exchange(32).out.none());  // nobody is away
  sm.come(1, 32);
  EXPECT_EQ(sm.part->exchange(32).in, mask({32}));
  for (unsigned warp = 33; warp < 64; ++warp) {
    sm.miss(warp - 32);
    sm.part->exchange(32);
  }
  sm.miss(50);
  const auto exchange = sm.part->exchange(32);
  EXPECT_EQ(exchange.out, mask({50}));
  EXPECT_TRUE(exchange.in.none());
  sm.part->waits(4, LongWait::none);
  EXPECT_EQ(sm.part->exchange(33).in, mask({4}));
}

/// The study's SM with blocks of its HG, eight of which fit; their contexts lie in the register
/// file.
struct DuetOfBlocks {
  explicit DuetOfBlocks(const std::string& parameters) : part(gpuduet(parameters)->part(0)) {
    part->attach(fake.view());
    part->kernel_bound(0, duet_demand(kWarps, 24, 12288));
  }

  static constexpr unsigned kWarps = 3;
  static constexpr std::uint64_t kBytes = 3 * 144 + 12288;
  FakeSm fake{128, 32};
  std::unique_ptr<policy::SmResidency> part;

  void come(unsigned blocks) {
    for (unsigned block = 0; block < blocks; ++block) {
      part->block_dispatched(block, 0, kWarps);
      EXPECT_EQ(part->begin(block, kWarps, 64 - std::min(block, 8u) * kWarps),
                block < 8 ? kWarps : 0);
      for (unsigned index = 0; index < kWarps; ++index) {
        fake.launch(kWarps * block + index, block, index);
        part->warp_launched(kWarps * block + index);
      }
    }
  }
  void miss(unsigned block) {
    for (unsigned entity = kWarps * block; entity < kWarps * (block + 1); ++entity) {
      part->waits(entity, LongWait::memory);
      part->misses(entity);
    }
  }
  void go_on(unsigned block) {
    for (unsigned entity = kWarps * block; entity < kWarps * (block + 1); ++entity)
      part->waits(entity, LongWait::none);
  }
  static model::EntityMask warps_of(unsigned block) {
    return mask({kWarps * block, kWarps * block + 1, kWarps * block + 2});
  }
};

// Section 3.6.6: "the CSL spills shared memory and the warp slots to the register file or L1
// D-cache if either has enough space". With one extra block 2048 - 9 x 72 units of the register
// file hold 13 blocks of 96 + 3 x 2.
TEST(GpuDuet, ABlockThatWaitsMayLeaveAlone) {
  DuetOfBlocks sm("extra_blocks = 1");
  sm.come(9);
  EXPECT_TRUE(sm.part->exchange(40).out.none());
  sm.miss(0);
  auto exchange = sm.part->exchange(40);
  EXPECT_EQ(exchange.out, sm.warps_of(0));
  EXPECT_EQ(exchange.in, sm.warps_of(8));
  sm.miss(1);
  exchange = sm.part->exchange(40);
  EXPECT_EQ(exchange.out, sm.warps_of(1));
  EXPECT_TRUE(exchange.in.none());
  EXPECT_EQ(exchange.bytes_out, sm.kBytes);
  sm.go_on(1);
  exchange = sm.part->exchange(43);
  EXPECT_TRUE(exchange.out.none());
  EXPECT_EQ(exchange.in, sm.warps_of(1));
  EXPECT_EQ(exchange.bytes_in, sm.kBytes);
}

// Without `leaves_alone`, and where all room is taken: eight contexts of 102 units in the 896 units
// that 16 x 72 registers leave.
TEST(GpuDuet, ABlockLeavesForAnotherAloneWhereThereIsNoRoom) {
  DuetOfBlocks only_for_another("extra_blocks = 1\nleaves_alone = false"), no_room("");
  only_for_another.come(9);
  no_room.come(16);
  for (DuetOfBlocks* sm : {&only_for_another, &no_room}) {
    for (unsigned block = 0; block < (sm == &no_room ? 8u : 1u); ++block) {
      sm->miss(block);
      EXPECT_EQ(sm->part->exchange(40).in, sm->warps_of(8 + block));
    }
    sm->miss(8);
    EXPECT_TRUE(sm->part->exchange(40).out.none());
  }
}

// The stalled queue of section 3.6.6.
TEST(GpuDuet, BlocksLeaveAndComeInTheOrderInWhichTheyWaitAndCanGoOn) {
  DuetOfBlocks sm("leaves_alone = false");
  sm.come(9);
  sm.miss(5);
  sm.miss(2);
  EXPECT_EQ(sm.part->exchange(40).out, sm.warps_of(5));
  sm.go_on(5);
  auto exchange = sm.part->exchange(40);
  EXPECT_EQ(exchange.out, sm.warps_of(2));
  EXPECT_EQ(exchange.in, sm.warps_of(5));
}

/// The windows of a kernel that runs alone; the number of the one after which its contexts take the
/// L1, 0: none.
unsigned window_that_takes_the_l1(const std::string& parameters, const model::BlockDemand& demand,
                                  const policy::Meters& meters) {
  auto made = policy::Registry<policy::Residency>::instance().make("gpuduet");
  const sim::Settings settings = sim::parse_settings(parameters, "test");
  sim::SettingReader reader(settings);
  reader.read("", *made);
  made->attach(1);
  made->limits(kDuetSm, 32768);
  for (unsigned window = 1; window <= 12; ++window) {
    const policy::KernelWindow alone{.launch = 3, .demand = demand, .meters = meters};
    made->kernels_metered({&alone, 1});
    if (made->window_elapsed({})) return window;
  }
  return 0;
}

// Section 3.6.4: "if there is no extra space in the register file or shared memory". BT has room
// for six extra blocks there, and eight contexts; in the study it does not take the L1. The second
// kernel fills the register file and all but three units of shared memory: 8 x 256 and 9 x 85.
TEST(GpuDuet, TheL1IsTakenWhereThereIsNoOtherRoom) {
  const std::string rules = "waiting_registers = 18\n", full = rules + "take_l1 = \"full\"\n";
  const auto bt = duet_demand(8, 28, 0), crowded = duet_demand(8, 32, 85 * 128);
  const policy::Meters under{.scheduler = 0.3}, moderate{.dram = 0.6}, saturated{.dram = 0.75};
  EXPECT_EQ(window_that_takes_the_l1(rules, bt, under), 0u);
  EXPECT_EQ(window_that_takes_the_l1(rules, bt, moderate), 0u);
  EXPECT_EQ(window_that_takes_the_l1(rules, crowded, under), 2u);
  EXPECT_EQ(window_that_takes_the_l1(rules, crowded, moderate), 2u);
  EXPECT_EQ(window_that_takes_the_l1(rules, crowded, saturated), 0u);
  EXPECT_EQ(window_that_takes_the_l1(rules, crowded, {.l1 = 0.04}), 0u);
  // An underutilized kernel has its six blocks after two windows, a moderate one after eight.
  EXPECT_EQ(window_that_takes_the_l1(full, bt, under), 2u);
  EXPECT_EQ(window_that_takes_the_l1(full, bt, moderate), 8u);
  EXPECT_EQ(window_that_takes_the_l1(full, bt, saturated), 0u);
}

// The decision comes to an SM between two blocks of the kernel.
TEST(GpuDuet, TheL1IsTakenWithTheNextBlockWhereNoneIsThere) {
  FakeSm fake(128, 32);
  const auto part = gpuduet("waiting_registers = 18")->part(0);
  part->attach(fake.view());
  part->kernel_bound(0, duet_demand(8, 32, 85 * 128));
  part->directive_arrived(3, std::nullopt);
  EXPECT_FALSE(part->wants_l1());
  part->block_dispatched(0, 0, 8);
  EXPECT_TRUE(part->wants_l1());
}

// Table 3.4.
TEST(GpuDuet, StorageIsTheStudys) {
  FakeSm fake(128, 32);
  fake.set_l1(256, 128);
  const auto part = gpuduet("")->part(0);
  part->attach(fake.view());
  EXPECT_EQ(part->storage_bits(), 8272u);
  EXPECT_EQ(policy::total_bits(part->published_storage().items), 8272u);
}

}  // namespace
}  // namespace heddle::test
