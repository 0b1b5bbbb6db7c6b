#include "heddle/core/residents/peer_waits.hpp"

#include <gtest/gtest.h>

#include "heddle/exec/step/grid.hpp"
#include "sm_rig.hpp"

namespace heddle::core {
namespace {

using Entities = std::vector<std::uint16_t>;

/// A block in slot 1 whose warp i has context i, all at the same instruction.
struct PeerRig : rig::SmRig {
  explicit PeerRig(unsigned warps, const policy::Shape& shape = {.slots = 2}) : SmRig(shape) {
    isa::Program program;
    program.code.resize(2);
    grid.program = std::make_shared<const isa::Program>(std::move(program));
    ResidentBlock& resident = contexts.blocks[1];
    resident.block.grid = &grid;
    resident.barriers.start(warps);
    for (unsigned index = 0; index < warps; ++index) {
      resident.contexts.push_back(static_cast<std::uint16_t>(index));
      exec::Warp& warp = contexts.warps[index];
      warp.block = &resident.block;
      warp.index = index;
      for (unsigned part = 0; part < shape.parts; ++part) {
        warp.parts[part].start(warp.lanes_of(part), 0);
        set(contexts.names.entity(index, part), Condition::ready, 0, 1);
      }
    }
  }
  const PeerWaits::Release* arrive(std::uint16_t entity,
                                   exec::BarrierKind kind = exec::BarrierKind::sync,
                                   std::uint32_t threads = 0) {
    return peers.arrive(entity, 0, {.kind = kind, .id = 2, .threads = threads});
  }
  /// All threads of the entity end.
  const PeerWaits::Release* end(std::uint16_t entity) {
    exec::Warp& warp = contexts.warp_of(entity);
    const unsigned part = contexts.names.part_of(entity);
    warp.parts[part].exit(warp.active(part));
    return peers.end(entity);
  }
  Condition condition(unsigned entity) const { return contexts.table[entity].condition; }

  exec::Grid grid;
  EntityConditions conditions{contexts.table, contexts.entities(), policies};
  PeerWaits peers{contexts, conditions, policies};
};

TEST(PeerWaits, TheLastWarpOfABlockReleasesAll) {
  PeerRig sm(3);
  EXPECT_EQ(sm.arrive(0), nullptr);
  EXPECT_EQ(sm.arrive(2), nullptr);
  EXPECT_EQ(sm.condition(0), Condition::barrier);
  EXPECT_EQ(sm.condition(1), Condition::ready);
  const PeerWaits::Release* const released = sm.arrive(1);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->entities, (Entities{0, 1, 2}));
  EXPECT_EQ(released->warps, 3u);
  EXPECT_EQ(released->block_slot, 1u);
  EXPECT_EQ(std::count(sm.told.begin(), sm.told.end(), "reached 1"), 3);
}

TEST(PeerWaits, AWarpThatOnlyArrivesIsNotReleased) {
  PeerRig sm(2);
  EXPECT_EQ(sm.arrive(0, exec::BarrierKind::arrive, 64), nullptr);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  const PeerWaits::Release* const released = sm.arrive(1, exec::BarrierKind::sync, 64);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->entities, (Entities{1}));
  EXPECT_EQ(released->warps, 1u);
}

TEST(PeerWaits, TheEndOfAWarpReleasesThoseThatWaitedForIt) {
  PeerRig sm(3);
  EXPECT_EQ(sm.arrive(0), nullptr);
  EXPECT_EQ(sm.arrive(1), nullptr);
  const PeerWaits::Release* const released = sm.end(2);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->entities, (Entities{0, 1}));
  for (const std::uint16_t entity : {0, 1}) sm.conditions.set(entity, Condition::ready);
  EXPECT_EQ(sm.peers.end(2), nullptr);
}

TEST(PeerWaits, AWarpOfPartsArrivesWithItsLastPart) {
  PeerRig sm(2, {.parts = 2, .slots = 2});
  for (const std::uint16_t entity : {0, 1, 2}) EXPECT_EQ(sm.arrive(entity), nullptr);
  EXPECT_EQ(std::count(sm.told.begin(), sm.told.end(), "reached 1"), 1);
  const PeerWaits::Release* const released = sm.arrive(3);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->entities, (Entities{0, 1, 2, 3}));
  EXPECT_EQ(released->warps, 2u);
}

TEST(PeerWaits, TheEndOfAPartLetsItsWarpArrive) {
  PeerRig sm(1, {.parts = 2, .slots = 2});
  EXPECT_EQ(sm.arrive(1), nullptr);
  const PeerWaits::Release* const released = sm.end(0);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->entities, (Entities{1}));
}

}  // namespace
}  // namespace heddle::core
