#include "heddle/exec/bulk/tensor_box.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

isa::TensorMap two_dimensions() {
  isa::TensorMap map;
  map.element = isa::TensorElement::f32;
  map.rank = 2;
  map.address = 0x1000;
  map.size = {10, 5, 1, 1, 1};
  map.stride = {4, 64, 0, 0, 0};
  map.box = {8, 3, 1, 1, 1};
  map.step = {1, 1, 1, 1, 1};
  return map;
}

std::vector<TensorRow> rows_of(const isa::TensorMap& map, const TensorCoordinates& at) {
  TensorBox box(map, at, {});
  std::vector<TensorRow> rows;
  box.for_each_row([&](const TensorRow& row) { rows.push_back(row); });
  return rows;
}

TEST(TensorBox, RowsFollowEachOtherInSharedMemory) {
  const auto rows = rows_of(two_dimensions(), {1, 1});
  ASSERT_EQ(rows.size(), 3u);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(rows[i].offset, 32 * i);
    EXPECT_EQ(rows[i].address, 0x1000 + 64 * (1 + i) + 4);
    EXPECT_EQ(rows[i].first, 0u);
    EXPECT_EQ(rows[i].end, 32u);
  }
}

TEST(TensorBox, KnowsWhatLiesOutside) {
  const auto rows = rows_of(two_dimensions(), {-2, 4});
  EXPECT_EQ(rows[0].first, 8u);  // two elements before the first one
  EXPECT_EQ(rows[0].end, 32u);
  EXPECT_EQ(rows[1].first, rows[1].end);  // a row after the last one
  const auto right = rows_of(two_dimensions(), {6, 0});
  EXPECT_EQ(right[0].first, 0u);
  EXPECT_EQ(right[0].end, 16u);  // elements 6 to 9
}

TEST(TensorBox, StepsOverRows) {
  isa::TensorMap map = two_dimensions();
  map.step[1] = 2;
  const auto rows = rows_of(map, {0, 0});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].address, 0x1000u + 2 * 64);
  EXPECT_EQ(rows[1].offset, 32u);
}

/// PTX ISA, "Swizzling Modes": in the mode of 128 bytes, row r of eight has its unit u at u XOR r.
TEST(TensorBox, SwizzlesUnits) {
  for (std::uint32_t row = 0; row < 16; ++row)
    for (std::uint32_t unit = 0; unit < 8; ++unit) {
      const std::uint32_t address = row * 128 + unit * 16;
      using enum isa::TensorSwizzle;
      EXPECT_EQ(swizzled(address, none), address);
      EXPECT_EQ(swizzled(address, bytes_32), row * 128 + (unit ^ (row & 1)) * 16);
      EXPECT_EQ(swizzled(address, bytes_64), row * 128 + (unit ^ (row & 3)) * 16);
      EXPECT_EQ(swizzled(address, bytes_128), row * 128 + (unit ^ (row & 7)) * 16);
    }
}

TEST(TensorMap, KeepsItsFieldsInBytes) {
  isa::TensorMap map = two_dimensions();
  map.size[1] = std::uint64_t{1} << 32;
  map.size[2] = map.size[3] = map.size[4] = 1;
  map.lower = {-1, -2, -3};
  map.upper = {1, 2, 3};
  map.channels = 256;
  map.pixels = 1024;
  map.swizzle = isa::TensorSwizzle::bytes_64;
  map.fill = isa::TensorFill::nan;
  isa::TensorMap read;
  ASSERT_TRUE(isa::decode(isa::encode(map), read));
  EXPECT_EQ(read, map);
  EXPECT_FALSE(isa::decode(isa::TensorMapBytes{}, read));
}

}  // namespace
}  // namespace heddle::exec
