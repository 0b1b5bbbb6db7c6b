#include "heddle/core/load_store/address_latches.hpp"

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::core {
namespace {

TEST(AddressLatches, TheFirstThatIsReadyGoesFirst) {
  AddressLatches latches(8, 1);
  latches.fill(1, 4, 31);  // 32 threads from cycle 0 on
  latches.fill(2, 6, 1);   // one thread, a cycle later
  EXPECT_EQ(latches.next(), 1u);
  EXPECT_FALSE(latches.take(0));
  const auto first = latches.take(1);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->id, 2u);
  EXPECT_EQ(first->group, 6);
  EXPECT_FALSE(latches.take(30));
  EXPECT_EQ(latches.take(31)->id, 1u);
  EXPECT_EQ(latches.next(), kNever);
}

TEST(AddressLatches, LanesTakeTurns) {
  AddressLatches latches(4, 1);
  for (std::uint16_t lane = 0; lane < 4; ++lane) latches.fill(lane, lane, 10);
  EXPECT_EQ(latches.take(10)->group, 0);
  latches.fill(9, 0, 11);
  EXPECT_EQ(latches.take(11)->group, 1);
  EXPECT_EQ(latches.take(12)->group, 2);
  EXPECT_EQ(latches.take(13)->group, 3);
  EXPECT_EQ(latches.take(14)->id, 9u);
}

TEST(AddressLatches, ALaneHasOneLatch) {
  AddressLatches locked(2, 1), unlocked(1, 2);
  locked.fill(1, 0, 0);
  EXPECT_THROW(locked.fill(2, 0, 0), Error);
  unlocked.fill(1, 0, 0);
  unlocked.fill(2, 0, 0);
  EXPECT_THROW(unlocked.fill(3, 0, 0), Error);
}

}  // namespace
}  // namespace heddle::core
