#include "heddle/exec/register_patterns.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

using ByThread = std::function<std::uint32_t(unsigned thread)>;
constexpr unsigned kThreadsOfBlock = 256, kWarpsOfBlock = kThreadsOfBlock / kWarpSize;

Row row_of(const ByThread& values, unsigned warp = 0) {
  Row row;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    row.lane[lane] = values(warp * kWarpSize + lane);
  return row;
}

/// Bytes of a register of a block of 16 x 16 threads, its warps alone.
unsigned bytes_by_warp(const ByThread& values) {
  unsigned bytes = 0;
  for (unsigned warp = 0; warp < kWarpsOfBlock; ++warp)
    bytes += stored_bytes(register_pattern(row_of(values, warp), kAllLanes, 16), 16);
  return bytes;
}

/// The same, its warps together.
unsigned bytes_by_block(const ByThread& values) {
  std::vector<Row> rows;
  for (unsigned warp = 0; warp < kWarpsOfBlock; ++warp) rows.push_back(row_of(values, warp));
  const std::vector<LaneMask> threads(kWarpsOfBlock, kAllLanes);
  return stored_bytes(block_pattern(rows, threads, 16), kWarpsOfBlock, 16);
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
  EXPECT_EQ(stored_bytes(RegisterPattern::dead, 16), 0u);
  const double mean = 5.125 * (0.474 * stored_bytes(RegisterPattern::uniform, 16) +
                               0.526 * stored_bytes(RegisterPattern::strided, 16));
  EXPECT_NEAR(mean, 62.6, 0.1);
}

/// ty * 16 + tx, a value for all, ty, and what no rule makes.
TEST(RegisterPatterns, OfABlockOf16By16) {
  const auto number = [](unsigned thread) { return thread; };
  const auto same = [](unsigned) { return 42u; };
  const auto ty = [](unsigned thread) { return thread / 16; };
  const auto square = [](unsigned thread) { return thread * thread; };
  EXPECT_EQ(bytes_by_warp(number), 128u);
  EXPECT_EQ(bytes_by_block(number), 8u);
  EXPECT_EQ(bytes_by_warp(same), 64u);
  EXPECT_EQ(bytes_by_block(same), 4u);
  EXPECT_EQ(bytes_by_warp(ty), 64u);
  EXPECT_EQ(bytes_by_block(ty), 64u);
  EXPECT_EQ(bytes_by_warp(square), 1024u);
  EXPECT_EQ(bytes_by_block(square), 1024u);
}

/// tx: every group has the step, and the bases do not go on.
TEST(RegisterPatterns, StepsThatBeginAnewAreLocal) {
  const auto tx = [](unsigned thread) { return thread % 16; };
  EXPECT_EQ(bytes_by_block(tx), kWarpsOfBlock * 2u * 8u);
  const auto jumps = [](unsigned thread) { return thread < 128 ? thread : thread + 1; };
  EXPECT_EQ(bytes_by_block(jumps), kWarpsOfBlock * 2u * 8u);
}

/// A last group of one thread has any step.
TEST(RegisterPatterns, OfABlockWhoseLastWarpHasOneThread) {
  const std::vector<Row> rows = {row_of([](unsigned thread) { return 4 * thread; }, 0),
                                 row_of([](unsigned thread) { return 4 * thread; }, 1)};
  const std::vector<LaneMask> threads = {kAllLanes, 1};
  EXPECT_EQ(block_pattern(rows, threads, 32), BlockPattern::global_strided);
}

TEST(RegisterPatterns, WhatIsStoredGivesTheRegisterBack) {
  const ByThread registers[] = {[](unsigned) { return 7u; }, [](unsigned thread) { return thread; },
                                [](unsigned thread) { return 9 - 3 * (thread % 16); },
                                [](unsigned thread) { return thread / 16; },
                                [](unsigned thread) { return thread * thread; }};
  for (const ByThread& values : registers) {
    for (const unsigned group : {8u, 16u, 32u}) {
      const Row row = row_of(values);
      const RegisterPattern pattern = register_pattern(row, kAllLanes, group);
      const std::vector<std::uint32_t> words = compress(row, pattern, kAllLanes, group);
      EXPECT_EQ(4 * words.size(), stored_bytes(pattern, group));
      const Row again = decompress(words, pattern, group);
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        EXPECT_EQ(again.lane[lane], row.lane[lane]) << lane << " in groups of " << group;
    }
  }
}

/// The first 20 lanes have threads: what these hold is given back.
TEST(RegisterPatterns, APartOfAWarpIsGivenBack) {
  const Row row = row_of([](unsigned thread) { return thread < 20 ? 5 * thread : 1; });
  const RegisterPattern pattern = register_pattern(row, 0xFFFFF, 16);
  ASSERT_EQ(pattern, RegisterPattern::strided);
  const Row again = decompress(compress(row, pattern, 0xFFFFF, 16), pattern, 16);
  for (unsigned lane = 0; lane < 20; ++lane) EXPECT_EQ(again.lane[lane], row.lane[lane]);
}

}  // namespace
}  // namespace heddle::exec
