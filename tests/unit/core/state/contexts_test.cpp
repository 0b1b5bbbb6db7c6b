#include "heddle/core/state/contexts.hpp"

#include <gtest/gtest.h>

#include "heddle/core/terms/specs.hpp"
#include "sm_rig.hpp"

namespace heddle::core {
namespace {

TEST(Contexts, EntitiesBelongToSlotsAndLaneGroupsInTurn) {
  const Contexts contexts(rig::small_sm(), {.parts = 2, .slots = 2, .lane_groups = 4});
  ASSERT_EQ(contexts.entities(), 8u);
  EXPECT_EQ(contexts.slot_members[0], rig::mask_of({0, 2, 4, 6}));
  EXPECT_EQ(contexts.slot_members[1], rig::mask_of({1, 3, 5, 7}));
  EXPECT_EQ(contexts.group_members[3], rig::mask_of({3, 7}));
  EXPECT_EQ(contexts.group_of(6), 2u);
  EXPECT_EQ(contexts.lanes_of(kAllLanes, 2), 0x0000FFFFu);
  EXPECT_EQ(contexts.lanes_of(0xF0F00F0Fu, 3), 0xF0F00000u);
}

TEST(Contexts, AContextIsFreeWhileItsWarpIsAbsent) {
  Contexts contexts(rig::small_sm(), {.parts = 2, .slots = 2});
  EXPECT_EQ(contexts.resident_warps(), 0u);
  EXPECT_EQ(contexts.free_context(), 0u);
  for (const unsigned entity : {0u, 1u}) contexts.table.set_condition(entity, Condition::draining);
  EXPECT_EQ(contexts.free_context(), 1u);
  EXPECT_EQ(contexts.resident_warps(), 1u);
}

TEST(Contexts, VisitsThePartsOfABlocksWarpsInOrder) {
  Contexts contexts(rig::small_sm(), {.parts = 2, .slots = 2});
  contexts.blocks[1].contexts = {3, Contexts::kNoContext, 1};
  std::vector<unsigned> visited;
  contexts.for_each_entity(1, [&](std::uint16_t entity) { visited.push_back(entity); });
  EXPECT_EQ(visited, (std::vector<unsigned>{6, 7, 2, 3}));
}

TEST(Contexts, OnlyABlockWithUndrainedWarpsResides) {
  Contexts contexts(rig::small_sm(), {});
  contexts.blocks[0].block.id = 17;
  EXPECT_EQ(contexts.resident_block(0), std::nullopt);
  contexts.blocks[0].warps_left = 1;
  EXPECT_EQ(contexts.resident_block(0), 17u);
}

TEST(Contexts, AWarpHasIssuedWhatItsPartsHave) {
  Contexts contexts(rig::small_sm(), {.parts = 4});
  for (unsigned entity = 4; entity < 8; ++entity) contexts.views[entity].warp_instructions = entity;
  EXPECT_EQ(contexts.instructions_of(1), 4u + 5 + 6 + 7);
}

}  // namespace
}  // namespace heddle::core
