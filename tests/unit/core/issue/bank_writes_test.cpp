#include "heddle/core/issue/bank_writes.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "heddle/base/splitmix.hpp"

namespace heddle::core {
namespace {

using Taken = std::vector<std::pair<Cycle, std::uint32_t>>;

Taken take(BankWrites& writes, Cycle last) {
  Taken taken;
  writes.take_until(last,
                    [&](Cycle cycle, std::uint32_t bank) { taken.emplace_back(cycle, bank); });
  return taken;
}

TEST(BankWrites, ComeInTheOrderOfCycles) {
  BankWrites writes;
  writes.add(7, 0b10);
  writes.add(5, 0b1100);
  writes.add(7, 0b01);
  writes.add(9, 0b10000);
  EXPECT_EQ(take(writes, 4), Taken{});
  EXPECT_EQ(take(writes, 7), (Taken{{5, 2}, {5, 3}, {7, 0}, {7, 1}}));
  EXPECT_EQ(take(writes, 1000), (Taken{{9, 4}}));
  EXPECT_EQ(take(writes, 2000), Taken{});
}

TEST(BankWrites, OneBankCanBeWrittenTwiceInOneCycle) {
  BankWrites writes;
  writes.add(7, 0b1000);
  writes.add(7, 0b1000);
  writes.add(8, 0b1000);
  EXPECT_EQ(take(writes, 7), (Taken{{7, 3}, {7, 3}}));
  EXPECT_EQ(take(writes, 8), (Taken{{8, 3}}));
}

TEST(BankWrites, AgreeWithAMapForLateCycles) {
  BankWrites writes;
  std::multimap<Cycle, std::uint32_t> expected;
  SplitMix random(3);
  Cycle now = 0;
  for (int i = 0; i < 2000; ++i) {
    const Cycle when = now + 1 + random() % (i % 5 == 0 ? 300 : 40);
    const auto bank = static_cast<std::uint32_t>(random() % (i % 7 == 0 ? 64 : 16));
    writes.add(when, std::uint64_t{1} << bank);
    expected.emplace(when, bank);
    if (random() % 3 != 0) continue;
    now += random() % 90;
    Taken taken = take(writes, now);
    EXPECT_TRUE(std::ranges::is_sorted(taken, {}, &Taken::value_type::first));
    const auto end = expected.upper_bound(now);
    Taken due(expected.begin(), end);
    expected.erase(expected.begin(), end);
    std::ranges::sort(taken);
    std::ranges::sort(due);
    EXPECT_EQ(taken, due);
  }
}

}  // namespace
}  // namespace heddle::core
