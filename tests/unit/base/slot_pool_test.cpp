#include "heddle/base/slot_pool.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(SlotPool, GivesTheSlotThatCameBackLastAndThenTheLowestNewOne) {
  SlotPool<int> pool(4);
  EXPECT_EQ(pool.take(10), 0u);
  EXPECT_EQ(pool.take(11), 1u);
  EXPECT_EQ(pool.take(12), 2u);
  pool.give_back(0);
  pool.give_back(2);
  EXPECT_EQ(pool.take(13), 2u);
  EXPECT_EQ(pool.take(14), 0u);
  EXPECT_EQ(pool.take(15), 3u);
  EXPECT_EQ((std::vector{pool[0], pool[1], pool[2], pool[3]}), (std::vector{14, 11, 13, 15}));
}

TEST(SlotPool, IsFullWhenEverySlotIsTaken) {
  SlotPool<int> pool(2);
  EXPECT_FALSE(pool.full());
  pool.take(1);
  EXPECT_FALSE(pool.full());
  pool.take(2);
  EXPECT_TRUE(pool.full());
  pool.give_back(1);
  EXPECT_FALSE(pool.full());
  EXPECT_TRUE(SlotPool<int>(0).full());
}

/// Values stay where they are while the pool fills, so that references to them stay valid.
TEST(SlotPool, MovesNoValue) {
  SlotPool<int> pool(1000);
  const int* const first = &pool[pool.take(0)];
  for (int i = 1; i < 1000; ++i) pool.take(i);
  EXPECT_EQ(first, &pool[0]);
  EXPECT_TRUE(pool.full());
}

}  // namespace
}  // namespace heddle
