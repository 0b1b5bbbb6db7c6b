#include "heddle/base/cycle_lists.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/base/splitmix.hpp"

namespace heddle {
namespace {

using Taken = std::vector<std::pair<Cycle, int>>;

Taken take(CycleLists<int>& lists, Cycle last) {
  Taken taken;
  lists.take_until(last, [&](Cycle cycle, int value) { taken.emplace_back(cycle, value); });
  return taken;
}

TEST(CycleLists, GivesTheValuesInTheOrderOfCycles) {
  CycleLists<int> lists;
  EXPECT_EQ(lists.next(), kNever);
  lists.add(7, 1);
  lists.add(5, 2);
  lists.add(7, 3);
  lists.add(9, 4);
  EXPECT_EQ(lists.next(), 5u);
  EXPECT_EQ(take(lists, 4), Taken{});
  EXPECT_EQ(take(lists, 7), (Taken{{5, 2}, {7, 1}, {7, 3}}));
  EXPECT_EQ(lists.next(), 9u);
  EXPECT_EQ(take(lists, 1000), (Taken{{9, 4}}));
  EXPECT_EQ(lists.next(), kNever);
}

TEST(CycleLists, ALaterCycleThanTheRingHasIsNotLost) {
  CycleLists<int> lists;
  lists.add(70, 1);  // far
  lists.add(6, 2);
  EXPECT_EQ(take(lists, 10), (Taken{{6, 2}}));
  lists.add(70, 3);  // near by now
  lists.add(71, 4);
  EXPECT_EQ(take(lists, 71), (Taken{{70, 3}, {70, 1}, {71, 4}}));
}

TEST(CycleLists, AgreesWithAMap) {
  CycleLists<int> lists;
  std::multimap<Cycle, int> expected;
  SplitMix random(3);
  Cycle now = 0;
  for (int i = 0; i < 2000; ++i) {
    const Cycle when = now + 1 + random() % (i % 5 == 0 ? 300 : 40);
    lists.add(when, i);
    expected.emplace(when, i);
    if (random() % 3 != 0) continue;
    now += random() % 90;
    std::multimap<Cycle, int> taken;
    Cycle last = 0;
    lists.take_until(now, [&](Cycle cycle, int value) {
      EXPECT_LE(last, cycle);
      last = cycle;
      taken.emplace(cycle, value);
    });
    const auto end = expected.upper_bound(now);
    ASSERT_EQ(taken.size(), static_cast<std::size_t>(std::distance(expected.begin(), end)));
    for (auto at = expected.begin(); at != end; ++at) {
      const auto [first, after] = taken.equal_range(at->first);
      EXPECT_TRUE(std::any_of(first, after, [&](auto& one) { return one.second == at->second; }));
    }
    expected.erase(expected.begin(), end);
    EXPECT_EQ(lists.next(), expected.empty() ? kNever : expected.begin()->first);
  }
}

}  // namespace
}  // namespace heddle
