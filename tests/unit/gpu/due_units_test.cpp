#include "heddle/gpu/clock/due_units.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::gpu {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Units in several groups, the last of which is not full. All sleep but the ones that are named.
struct Twenty {
  std::vector<Cycle> next = std::vector<Cycle>(20, kNever);
  DueUnits due{next};

  Numbers list(Cycle until, Cycle of_receivers) const {
    Numbers units;
    due.list(until, [&](std::size_t) { return of_receivers; }, units);
    return units;
  }
  Cycle first(Cycle limit, Cycle of_receivers) const {
    return due.next(limit, [&](std::size_t) { return of_receivers; });
  }
};

TEST(DueUnits, AreListedInOrder) {
  Twenty units;
  for (const std::size_t unit : {19, 7, 8}) units.next[unit] = 30;
  units.next[3] = 31;
  EXPECT_EQ(units.list(31, kNever), (Numbers{7, 8, 19}));
  EXPECT_TRUE(units.list(30, kNever).empty());
}

TEST(DueUnits, AUnitThatReceivesIsAsked) {
  Twenty units;
  units.next[9] = 50;
  units.due.set_receives(12, true);
  EXPECT_EQ(units.list(40, 39), Numbers{12});
  EXPECT_EQ(units.first(0, 39), 39u);
  EXPECT_EQ(units.list(60, 70), Numbers{9});
  EXPECT_EQ(units.first(0, 70), 50u);
  units.due.set_receives(12, false);
  EXPECT_TRUE(units.list(40, 39).empty());
}

TEST(DueUnits, WithoutWorkThereIsNoNextCycle) { EXPECT_EQ(Twenty().first(0, kNever), kNever); }

TEST(DueUnits, ALimitEndsTheSearchAtAUnitWithWork) {
  Twenty units;
  units.next[2] = 8;
  units.next[17] = 5;
  EXPECT_EQ(units.first(0, kNever), 5u);
  EXPECT_LT(units.first(10, kNever), 10u);
}

TEST(DueUnits, AllCanBeListed) {
  Numbers units;
  Twenty().due.list_all(units);
  ASSERT_EQ(units.size(), 20u);
  EXPECT_EQ(units.front(), 0u);
  EXPECT_EQ(units.back(), 19u);
}

}  // namespace
}  // namespace heddle::gpu
