#include "heddle/exec/step/register_patterns.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

using ByThread = std::function<std::uint32_t(unsigned thread)>;

Row row_of(const ByThread& values) {
  Row row;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) row.lane[lane] = values(lane);
  return row;
}

TEST(RegisterPatterns, GroupIsARowOfTheBlockWhereRowsDivideTheWarp) {
  EXPECT_EQ(pattern_group(16), 16u);
  EXPECT_EQ(pattern_group(8), 8u);
  for (const unsigned width : {1u, 4u, 12u, 24u, 32u, 48u, 64u, 1024u})
    EXPECT_EQ(pattern_group(width), 32u) << width;
}

TEST(RegisterPatterns, DifferencesAreModulo2To32) {
  const Row wraps = row_of([](unsigned thread) { return 0xFFFF'FFF0 + thread; });
  EXPECT_EQ(register_pattern(wraps, kAllLanes, 32), RegisterPattern::strided);
  const Row down = row_of([](unsigned thread) { return 3 - 5 * thread; });
  EXPECT_EQ(register_pattern(down, kAllLanes, 32), RegisterPattern::strided);
}

/// The register takes what its least compact group takes.
TEST(RegisterPatterns, OneClassForAllGroups) {
  const auto by_row = [](unsigned thread) { return thread / 16; };
  EXPECT_EQ(register_pattern(row_of(by_row), kAllLanes, 16), RegisterPattern::uniform);
  EXPECT_EQ(register_pattern(row_of(by_row), kAllLanes, 32), RegisterPattern::random);
  const auto second_strides = [](unsigned thread) { return thread < 16 ? 7 : thread; };
  EXPECT_EQ(register_pattern(row_of(second_strides), kAllLanes, 16), RegisterPattern::strided);
  const auto one_off = [](unsigned thread) { return thread == 20 ? 1u : 0u; };
  EXPECT_EQ(register_pattern(row_of(one_off), kAllLanes, 16), RegisterPattern::random);
}

TEST(RegisterPatterns, LanesBeyondTheBlockDoNotMatter) {
  const Row row = row_of([](unsigned thread) { return thread < 20 ? 9 : thread * thread; });
  EXPECT_EQ(register_pattern(row, kAllLanes, 32), RegisterPattern::random);
  EXPECT_EQ(register_pattern(row, 0xFFFFF, 32), RegisterPattern::uniform);
  EXPECT_EQ(register_pattern(row, 0x1, 32), RegisterPattern::uniform);
}

/// The mean register of the source's backprop: 47.4% uniform, 52.6% strided, two groups a warp.
TEST(RegisterPatterns, StoredBytes) {
  EXPECT_EQ(stored_bytes(RegisterPattern::uniform, 16), 8u);
  EXPECT_EQ(stored_bytes(RegisterPattern::strided, 16), 16u);
  EXPECT_EQ(stored_bytes(RegisterPattern::random, 16), 128u);
  const double mean = 5.125 * (0.474 * stored_bytes(RegisterPattern::uniform, 16) +
                               0.526 * stored_bytes(RegisterPattern::strided, 16));
  EXPECT_NEAR(mean, 62.6, 0.1);
}

}  // namespace
}  // namespace heddle::exec
