#include "heddle/core/terms/warp_balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

struct Block {
  std::vector<Cycle> times;  ///< of its warps
};

std::vector<Statistic> statistics(const std::vector<Block>& blocks, Extremes* greatest = nullptr) {
  WarpBalance balance;
  Extremes extremes;
  for (const Block& block : blocks) {
    balance.add(static_cast<std::uint32_t>(block.times.size()),
                std::accumulate(block.times.begin(), block.times.end(), Cycle{0}),
                *std::max_element(block.times.begin(), block.times.end()), extremes);
  }
  if (greatest != nullptr) *greatest = extremes;
  StatisticList list;
  balance.describe(list);
  return list.values;
}

double value(const std::vector<Statistic>& statistics, const std::string& name) {
  for (const Statistic& statistic : statistics) {
    if (statistic.name == name) return statistic.value;
  }
  ADD_FAILURE() << "no value " << name;
  return 0;
}

// The warps of the first block of ray tracing, Figure 4 of the paper: 49.7%.
TEST(WarpBalance, IsThatOfThePapersBlock) {
  const auto values = statistics({{{5645, 5646, 6731, 6762, 24332, 24332}}});
  EXPECT_NEAR(value(values, "mean"), 0.497, 0.0005);
  EXPECT_EQ(value(values, "from_40"), 1);
}

TEST(WarpBalance, WarpsThatEndTogetherLeaveNothingIdle) {
  const auto values = statistics({{{70, 70, 70}}, {{9}}});
  EXPECT_EQ(value(values, "mean"), 0);
  EXPECT_EQ(value(values, "from_0"), 2);
  EXPECT_NEAR(value(values, "geometric_mean"), 1e-4, 1e-12);  // the least that it counts
}

TEST(WarpBalance, MeansAndExtremesAreThoseOfTheBlocks) {
  // Shares 1/4, 1/2 and 3/4.
  Extremes greatest;
  const auto values = statistics({{{50, 100}}, {{100, 100, 0, 0}}, {{0, 0, 0, 8}}}, &greatest);
  EXPECT_NEAR(value(values, "mean"), 0.5, 1e-9);
  EXPECT_NEAR(value(values, "geometric_mean"), std::cbrt(0.25 * 0.5 * 0.75), 1e-9);
  EXPECT_EQ(static_cast<double>(greatest.greatest), 0.75 * WarpBalance::kUnits);
  for (const char* name : {"from_20", "from_50", "from_70"}) EXPECT_EQ(value(values, name), 1);
}

}  // namespace
}  // namespace heddle::core
