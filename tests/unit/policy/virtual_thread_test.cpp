// Which blocks Virtual Thread lets come beyond the slots, and which leave and take slots.

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::test {
namespace {

using policy::LongWait;

/// The study's SM.
constexpr model::Resources kMaxwell{
    .blocks = 32, .warps = 64, .threads = 2048, .registers = 65536, .shared_bytes = 98304};

std::unique_ptr<policy::Residency> virtual_thread(const model::Resources& sm,
                                                  const std::string& parameters = "") {
  auto made = policy::Registry<policy::Residency>::instance().make("virtual_thread");
  const sim::Settings settings = sim::parse_settings(parameters, "test");
  sim::SettingReader reader(settings);
  reader.read("", *made);
  reader.refuse_unread();
  made->attach(1);
  made->limits(sm, 32768);
  return made;
}

/// Blocks of so many warps, with so many registers a warp, that an empty SM takes.
unsigned blocks_on(policy::Residency& policy, std::uint32_t warps, std::uint64_t registers,
                   std::uint64_t shared) {
  const model::BlockDemand demand{.warps = warps,
                                  .threads = warps * kWarpSize,
                                  .registers = warps * registers,
                                  .shared_bytes = shared};
  const policy::ContextLimits limits = policy.limits(kMaxwell, 32768);
  policy::Room room{.free = kMaxwell};
  room.free.warps = limits.warps;
  room.free.threads = std::uint64_t{limits.warps} * kWarpSize;
  room.free.blocks = limits.blocks;
  for (unsigned blocks = 0;; ++blocks) {
    if (policy.admit(0, room, demand) == 0) return blocks;
    room.free -= model::of_block(demand);
    room.kernel_warps = room.all_warps += warps;
    ++room.all_blocks;
  }
}

// BT: 8 warps, 28 registers a thread in units of 128: 87.5 % of the file are taken by 8 blocks, and
// one more fits (section 3.7.2 of the study). Where registers or shared memory limit, none does.
TEST(VirtualThread, BlocksComeBeyondTheSlotsIntoFreeRegisters) {
  const auto policy = virtual_thread(kMaxwell);
  EXPECT_EQ(blocks_on(*policy, 8, 28 * 32, 0), 9u);
  EXPECT_EQ(blocks_on(*policy, 8, 32 * 32, 0), 8u);      // all registers
  EXPECT_EQ(blocks_on(*policy, 3, 24 * 32, 12288), 8u);  // HG: shared memory
  EXPECT_EQ(blocks_on(*policy, 8, 16 * 32, 0), 16u);     // 128 warps
  EXPECT_EQ(blocks_on(*policy, 1, 16 * 32, 0), 32u);     // 32 blocks
}

// Slots for 8 blocks of 8 warps; the state of each warp without a slot takes 144 bytes.
TEST(VirtualThread, SharedMemoryHoldsTheStateOfSlots) {
  const auto policy = virtual_thread(kMaxwell);
  // 12 x 8 KiB are all; 11 leave 8 KiB for the state of 3 x 8 warps, 3456 B.
  EXPECT_EQ(blocks_on(*policy, 8, 16 * 32, 8192), 11u);
  const auto large = virtual_thread(kMaxwell, "slot_state_bytes = 1024");
  // 10 leave 16 KiB for 2 x 8 warps of 1 KiB.
  EXPECT_EQ(blocks_on(*large, 8, 16 * 32, 8192), 10u);
}

/// Slots for two blocks of two warps, with three blocks there.
struct ThreeBlocks {
  explicit ThreeBlocks(const std::string& parameters = "")
      : part(virtual_thread({.blocks = 8, .warps = 4}, parameters)->part(0)) {
    part->attach(fake.view());
    for (unsigned block = 0; block < 3; ++block) begun[block] = come(block);
  }

  std::uint32_t come(unsigned block) {
    part->block_dispatched(block, 0, 2);
    const std::uint32_t begins = part->begin(block, 2, block < 2 ? 4 - 2 * block : 0);
    for (const unsigned index : {0u, 1u}) {
      fake.launch(2 * block + index, block, index);
      part->warp_launched(2 * block + index);
    }
    return begins;
  }
  void miss(std::initializer_list<unsigned> entities) {
    for (const unsigned entity : entities) {
      part->waits(entity, LongWait::memory);
      part->misses(entity);
    }
  }

  FakeSm fake{8, 8};
  std::unique_ptr<policy::SmResidency> part;
  std::array<std::uint32_t, 3> begun{};
};

TEST(VirtualThread, ABlockOfWhichAllWarpsMissGivesItsSlotsUp) {
  ThreeBlocks sm;
  EXPECT_EQ(sm.begun, (std::array<std::uint32_t, 3>{2, 2, 0}));
  EXPECT_TRUE(sm.part->exchange(0).in.none());
  sm.miss({2});
  sm.part->waits(3, LongWait::memory);  // it may hit
  EXPECT_TRUE(sm.part->exchange(0).out.none());
  sm.part->misses(3);
  EXPECT_TRUE(sm.part->wants_exchange());
  const auto exchange = sm.part->exchange(0);
  EXPECT_EQ(exchange.out, mask({2, 3}));
  EXPECT_EQ(exchange.in, mask({4, 5}));
  EXPECT_EQ(exchange.bytes_out, 288u);
  EXPECT_EQ(exchange.bytes_in, 288u);
  // Both others stall; block 1 comes back once all its results are there.
  sm.miss({0, 1, 4, 5});
  sm.part->waits(2, LongWait::none);
  EXPECT_TRUE(sm.part->exchange(0).in.none());
  sm.part->waits(3, LongWait::none);
  EXPECT_EQ(sm.part->exchange(0).in, mask({2, 3}));
}

TEST(VirtualThread, BarriersDoNotMakeABlockLeave) {
  ThreeBlocks sm;
  sm.miss({2});
  sm.part->waits(3, LongWait::peers);
  EXPECT_TRUE(sm.part->exchange(0).out.none());
  sm.part->warp_exited(3);
  EXPECT_EQ(sm.part->exchange(1).out, mask({2}));  // the slot of warp 3 is free
}

TEST(VirtualThread, ParametersSayWhoIsStalledAndWhoIsReady) {
  ThreeBlocks sm("stalled_by = \"memory\"\nready_when = \"any\"");
  sm.part->waits(2, LongWait::memory);
  sm.part->waits(3, LongWait::memory);
  EXPECT_EQ(sm.part->exchange(0).out, mask({2, 3}));
  sm.part->waits(0, LongWait::memory);
  sm.part->waits(1, LongWait::memory);
  EXPECT_TRUE(sm.part->exchange(0).in.none());
  sm.part->waits(3, LongWait::none);
  EXPECT_EQ(sm.part->exchange(0).in, mask({2, 3}));
}

TEST(VirtualThread, SlotsOfABlockThatHasLeftGoToOneThatWaits) {
  ThreeBlocks sm;
  for (const unsigned entity : {0u, 1u}) sm.part->warp_exited(entity);
  sm.part->block_left(0);
  EXPECT_EQ(sm.part->begin(3, 2, 2), 0u);  // the other comes first
  const auto exchange = sm.part->exchange(2);
  EXPECT_EQ(exchange.in, mask({4, 5}));
  EXPECT_TRUE(exchange.out.none());
}

// Table of section 3.6.8: 224 bits of blocks' status, 448 of warps in slots.
TEST(VirtualThread, StorageIsTheStudys) {
  FakeSm fake(128, 32);
  const auto part = virtual_thread(kMaxwell)->part(0);
  part->attach(fake.view());
  EXPECT_EQ(part->storage_bits(), 672u);
  EXPECT_EQ(policy::total_bits(part->published_storage().items), 672u);
}

}  // namespace
}  // namespace heddle::test
