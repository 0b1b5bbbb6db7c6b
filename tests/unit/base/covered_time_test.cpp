// Stretches of time against a set of cycles.
#include "heddle/base/statistics/covered_time.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(CoveredTime, CountsWhatIsInCommonOnce) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    CoveredTime time;
    std::set<Cycle> cycles;
    for (unsigned i = 0; i < 40; ++i) {
      const Cycle begin = random() % 300, end = begin + random() % 30;
      const std::size_t before = cycles.size();
      const Cycle from = random() % 330, to = random() % 330;
      Cycle free = 0;
      for (Cycle cycle = from; cycle < to; ++cycle) free += cycles.contains(cycle) ? 0 : 1;
      ASSERT_EQ(time.uncovered(from, to), free) << seed;
      for (Cycle cycle = begin; cycle < end; ++cycle) cycles.insert(cycle);
      ASSERT_EQ(time.add(begin, end), cycles.size() - before) << seed;
    }
  }
}

}  // namespace
}  // namespace heddle
