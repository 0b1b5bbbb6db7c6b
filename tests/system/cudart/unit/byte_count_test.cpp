#include "cudart/memory/byte_count.hpp"

#include <gtest/gtest.h>

#include "cudart/memory/box_copy.hpp"

namespace heddle::cudart {
namespace {

constexpr std::uint64_t k32 = std::uint64_t{1} << 32;

TEST(ByteCount, WhatExceeds64BitsIsTooLarge) {
  EXPECT_EQ(product_of(k32, k32 - 1), ~std::uint64_t{0} - (k32 - 1));  // 2^64 - 2^32
  EXPECT_EQ(product_of(k32, k32), kTooLarge);
  EXPECT_EQ(product_of(kTooLarge, 0), 0u);
  EXPECT_EQ(product_of(kTooLarge, 3), kTooLarge);
  EXPECT_EQ(sum_of(kTooLarge, 1), kTooLarge);
  EXPECT_EQ(sum_of(k32, 1), k32 + 1);
  EXPECT_EQ(rounded_up(513, 512), 1024u);
  EXPECT_EQ(rounded_up(512, 512), 512u);
  EXPECT_EQ(rounded_up(kTooLarge - 1, 512), kTooLarge);
}

TEST(ByteCount, OfBoxes) {
  EXPECT_EQ((BoxExtent{k32, k32, 1}.bytes()), kTooLarge);
  EXPECT_EQ(span_bytes({8, 3, 2}, {16, 64}), 64u + 2 * 16 + 8);
  EXPECT_EQ(span_bytes({8, k32 + 1, 1}, {k32, 0}), kTooLarge);
  EXPECT_EQ(span_bytes({8, 2, 1}, {kTooLarge, 0}), kTooLarge);
}

}  // namespace
}  // namespace heddle::cudart
