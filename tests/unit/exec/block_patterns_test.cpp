#include "heddle/exec/block_patterns.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "heddle/exec/step/register_patterns.hpp"

namespace heddle::exec {
namespace {

/// A register of a block of so many threads, by the thread's number.
struct Register {
  Register(std::uint32_t threads, const std::function<std::uint32_t(std::uint32_t)>& value)
      : rows((threads + 31) / 32), masks(rows.size(), kAllLanes) {
    for (std::uint32_t i = 0; i < rows.size() * 32; ++i) rows[i / 32].lane[i % 32] = value(i);
    if (threads % 32 != 0) masks.back() = (1u << threads % 32) - 1;
    for (const Row& row : rows) pointers.push_back(&row);
  }
  CompressedRegister compressed(unsigned group) const { return compress(pointers, masks, group); }
  std::size_t bytes(unsigned group) const { return compressed(group).words.size() * 4; }
  /// What each warp takes by itself.
  std::size_t bytes_by_warp(unsigned group) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      sum += stored_bytes(register_pattern(rows[i], masks[i], group), group);
    return sum;
  }
  /// Whether all threads have their values again.
  bool comes_back(unsigned group) const {
    const std::vector<Row> again = expand(compressed(group), rows.size(), group);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (unsigned lane = 0; lane < lane_count(masks[i]); ++lane)
        if (again[i].lane[lane] != rows[i].lane[lane]) return false;
    return true;
  }

  std::vector<Row> rows;
  std::vector<LaneMask> masks;
  std::vector<const Row*> pointers;
};

/// A block of 16 x 16 threads: rows of 16.
TEST(BlockPatterns, OfASquareBlock) {
  const Register thread(256, [](std::uint32_t i) { return i; });
  EXPECT_EQ(thread.bytes_by_warp(16), 128u);
  EXPECT_EQ(thread.bytes(16), 8u);
  EXPECT_EQ(thread.compressed(16).pattern, BlockPattern::strided);
  const Register constant(256, [](std::uint32_t) { return 7; });
  EXPECT_EQ(constant.bytes_by_warp(16), 64u);
  EXPECT_EQ(constant.bytes(16), 4u);
  const Register row(256, [](std::uint32_t i) { return i / 16; });
  EXPECT_EQ(row.bytes_by_warp(16), 64u);
  EXPECT_EQ(row.bytes(16), 64u);
  EXPECT_EQ(row.compressed(16).pattern, BlockPattern::uniform_groups);
  const Register column(256, [](std::uint32_t i) { return i % 16; });
  EXPECT_EQ(column.bytes_by_warp(16), 128u);
  EXPECT_EQ(column.bytes(16), 128u);
  EXPECT_EQ(column.compressed(16).pattern, BlockPattern::strided_groups);
}

/// One thread that is out of line makes the register random in all warps: worse than by warp.
TEST(BlockPatterns, OneRandomWarpMakesAllRandom) {
  const Register odd(256, [](std::uint32_t i) { return i == 100 ? 0 : i; });
  EXPECT_EQ(odd.bytes(32), 1024u);
  EXPECT_EQ(odd.bytes_by_warp(32), 7 * 8u + 128);
}

TEST(BlockPatterns, ComeBack) {
  const std::vector<std::function<std::uint32_t(std::uint32_t)>> values = {
      [](std::uint32_t) { return 9u; },       [](std::uint32_t i) { return 5 - 3 * i; },
      [](std::uint32_t i) { return i / 16; }, [](std::uint32_t i) { return i % 16 * (i / 16); },
      [](std::uint32_t i) { return i * i; },  [](std::uint32_t i) { return i % 32 == 0 ? 1 : 0u; }};
  for (const std::uint32_t threads : {256u, 250u, 96u, 65u, 33u, 1u})
    for (const unsigned group : {8u, 16u, 32u})
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_TRUE(Register(threads, values[i]).comes_back(group))
            << threads << " threads, groups of " << group << ", value " << i;
}

TEST(CompressedRows, ComeBack) {
  for (const unsigned group : {8u, 16u, 32u}) {
    for (const std::uint32_t step : {0u, 1u, ~0u, 0x8000'0000u}) {
      Row row;
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        row.lane[lane] = lane / group * 1000 + lane % group * step;
      const CompressedRow compressed = compress(row, kAllLanes, group);
      EXPECT_EQ(compressed.words.size() * 4, stored_bytes(compressed.pattern, group));
      EXPECT_EQ(compressed.words.size(), kWarpSize / group * (step == 0 ? 1 : 2));
      const Row again = expand(compressed, group);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) EXPECT_EQ(again.lane[lane], row.lane[lane]);
    }
  }
}

}  // namespace
}  // namespace heddle::exec
