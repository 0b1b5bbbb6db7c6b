// Expected values: the rules of Fung et al., MICRO 2007, worked out by hand.
#include "heddle/exec/paths/warp_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

PoolPlace at(Pc pc) { return {.kernel = 0, .frame = {.pc = pc}}; }

class WarpPoolTest : public testing::Test {
 protected:
  std::vector<std::uint16_t> put(Pc pc, std::uint16_t warp, LaneMask lanes) {
    std::vector<std::uint16_t> changed;
    pool.put(at(pc), {warp, lanes}, changed);
    return changed;
  }
  WarpPool pool{3};
};

TEST_F(WarpPoolTest, FreeHomeLanesMergeWhileTheEntryHasNotIssued) {
  const auto first = put(5, 0, 0x0F);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(put(5, 1, 0xF0), first);
  EXPECT_THAT(pool[first[0]].group, ElementsAre(GroupMember{0, 0x0F}, GroupMember{1, 0xF0}));
  pool.issue(first[0]);
  const auto second = put(5, 2, 0xF00);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_NE(second, first);
  EXPECT_THAT(pool[second[0]].group, ElementsAre(GroupMember{2, 0xF00}));
}

TEST_F(WarpPoolTest, TakenLanesOpenAnotherEntryThatFillsFromThenOn) {
  const auto first = put(5, 0, 0x0F);
  const auto both = put(5, 1, 0x3C);  // lanes 4 and 5 are free, 2 and 3 are taken
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0], first[0]);
  EXPECT_EQ(pool[both[0]].lanes, 0x3Fu);
  EXPECT_THAT(pool[both[1]].group, ElementsAre(GroupMember{1, 0x0C}));
  // Lanes 6 and 7 are free in the first entry too, but the table has forgotten it.
  EXPECT_THAT(put(5, 2, 0xC0), ElementsAre(both[1]));
}

TEST_F(WarpPoolTest, OtherPlacesDoNotMerge) {
  const auto here = put(5, 0, 1);
  EXPECT_NE(put(6, 1, 2), here);
  std::vector<std::uint16_t> changed;
  pool.put({.kernel = 0, .frame = {.pc = 5, .row_base = 8}}, {1, 2}, changed);
  EXPECT_NE(changed, here);
}

TEST_F(WarpPoolTest, WhoGoesAloneIsJoinedByNobody) {
  std::vector<std::uint16_t> alone;
  pool.put_alone(at(5), {0, 0x0F}, alone);
  const auto other = put(5, 1, 0xF0);
  EXPECT_NE(other, alone);
  EXPECT_EQ(pool[alone[0]].lanes, 0x0Fu);
}

TEST_F(WarpPoolTest, WhatIsBeyondTheNumbersWaitsInOrder) {
  for (Pc pc = 0; pc < 3; ++pc) EXPECT_EQ(put(pc, 0, lane_bit(pc)).size(), 1u);
  EXPECT_THAT(put(10, 0, 0x10), IsEmpty());
  EXPECT_THAT(put(11, 0, 0x20), IsEmpty());
  EXPECT_THAT(put(10, 1, 0x40), IsEmpty());  // joins the entry that waits
  EXPECT_EQ(pool.waiting(), 2u);
  std::vector<std::uint16_t> changed;
  pool.issue(1);
  pool.release(1, changed);
  ASSERT_THAT(changed, ElementsAre(1));
  EXPECT_EQ(pool[1].place, at(10));
  EXPECT_THAT(pool[1].group, ElementsAre(GroupMember{0, 0x10}, GroupMember{1, 0x40}));
  EXPECT_THAT(put(10, 2, 0x80), ElementsAre(1));  // which still fills
  EXPECT_EQ(pool.waiting(), 1u);
}

}  // namespace
}  // namespace heddle::exec
