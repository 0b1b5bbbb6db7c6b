#include "heddle/base/cycle_sets.hpp"

#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::vector<std::uint32_t> taken(CycleSets& sets, Cycle cycle) {
  std::vector<std::uint32_t> numbers;
  sets.take(cycle, [&](std::uint32_t number) { numbers.push_back(number); });
  return numbers;
}

TEST(CycleSets, AreInOrderOfCycleThenOfNumber) {
  CycleSets sets(200);
  EXPECT_EQ(sets.next(), kNever);
  sets.add(5, 150);
  sets.add(5, 3);
  sets.add(3, 70);
  sets.add(5, 3);  // twice is once
  EXPECT_EQ(sets.next(), 3u);
  EXPECT_EQ(taken(sets, 3), (std::vector<std::uint32_t>{70}));
  EXPECT_EQ(sets.next(), 5u);
  EXPECT_EQ(taken(sets, 5), (std::vector<std::uint32_t>{3, 150}));
  EXPECT_EQ(sets.next(), kNever);
}

TEST(CycleSets, TakeWhatIsAddedMeanwhile) {
  CycleSets sets(130);
  sets.add(7, 1);
  std::vector<std::uint32_t> numbers;
  sets.take(7, [&](std::uint32_t number) {
    numbers.push_back(number);
    if (number == 1) sets.add(7, 2);
    if (number == 2) sets.add(7, 129);
  });
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{1, 2, 129}));
  EXPECT_EQ(sets.next(), kNever);
}

// By how many numbers there are: less than a word, and several words.
TEST(CycleSets, AgreeWithAMapNearAndFar) {
  for (const std::uint32_t count : {10u, 64u, 144u}) {
    CycleSets sets(count);
    std::map<Cycle, std::set<std::uint32_t>> model;
    std::mt19937 random(count);
    Cycle now = 0;
    for (unsigned i = 0; i < 50'000; ++i) {
      const Cycle when = now + random() % (random() % 8 == 0 ? 300 : 40);
      const auto number = static_cast<std::uint32_t>(random() % count);
      sets.add(when, number);
      model[when].insert(number);
      if (random() % 2 == 0) continue;
      ASSERT_EQ(sets.next(), model.begin()->first);
      const Cycle passed = now + (sets.next() - now) / 2;
      sets.pass(passed);
      now = sets.next();
      ASSERT_EQ(now, model.begin()->first);
      const auto& expected = model.begin()->second;
      ASSERT_EQ(taken(sets, now), std::vector<std::uint32_t>(expected.begin(), expected.end()));
      model.erase(model.begin());
      ASSERT_EQ(sets.next(), model.empty() ? kNever : model.begin()->first);
    }
  }
}

}  // namespace
}  // namespace heddle
