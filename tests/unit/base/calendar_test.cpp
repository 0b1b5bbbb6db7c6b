// Places in a calendar against the plain count of what was given in each cycle.
#include "heddle/base/calendar.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Calendar, GivesTheFirstCycleWithAPlace) {
  for (const unsigned places : {1u, 2u, 3u}) {
    std::mt19937 random(places);
    Calendar calendar(places);
    std::map<Cycle, unsigned> taken;
    Cycle now = 0;
    for (unsigned i = 0; i < 50'000; ++i) {
      // Bursts fill cycles ahead of time; pauses empty them.
      now += random() % 16 == 0 ? random() % 40 : random() % 2;
      const Cycle wanted = now + random() % 3 * 10 + random() % 3;
      Cycle expected = wanted;
      while (taken[expected] == places) ++expected;
      ++taken[expected];
      ASSERT_EQ(calendar.reserve(wanted), expected);
      ASSERT_LT(expected, now + Calendar::kHorizon);
    }
  }
}

TEST(Calendar, WithoutLimitGivesWhatIsWanted) {
  Calendar calendar(0);
  for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(calendar.reserve(5), 5u);
}

}  // namespace
}  // namespace heddle
