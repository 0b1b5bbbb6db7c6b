#include "heddle/exec/matrix/matrix_descriptor.hpp"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

/// PTX ISA, "Matrix Descriptor Format": addresses and offsets in units of 16 bytes.
std::uint64_t bits_of(std::uint64_t start, std::uint64_t leading, std::uint64_t stride,
                      std::uint64_t swizzle, std::uint64_t base = 0) {
  return start / 16 | leading / 16 << 16 | stride / 16 << 32 | base << 49 | swizzle << 62;
}

TEST(MatrixDescriptor, HasTheFieldsOfTheBits) {
  const auto descriptor = MatrixDescriptor::of(bits_of(0x12340, 128, 1024, 1, 3));
  EXPECT_EQ(descriptor.start, 0x12340u);
  EXPECT_EQ(descriptor.leading, 128u);
  EXPECT_EQ(descriptor.stride, 1024u);
  EXPECT_EQ(descriptor.base, 3u);
  EXPECT_EQ(descriptor.span, 128u);
  EXPECT_NE(misfit(descriptor), "");
  EXPECT_EQ(misfit(MatrixDescriptor::of(bits_of(0, 0, 0, 2))), "");
  EXPECT_EQ(MatrixDescriptor::of(bits_of(0, 0, 0, 0)).span, 16u);
  EXPECT_EQ(MatrixDescriptor::of(bits_of(0, 0, 0, 2)).span, 64u);
  EXPECT_EQ(MatrixDescriptor::of(bits_of(0, 0, 0, 3)).span, 32u);
}

TEST(MatrixDescriptor, KMajorCoreMatricesAreApart) {
  const auto plain = MatrixDescriptor::of(bits_of(1024, 2048, 512, 0));
  EXPECT_EQ(unit_address(plain, MatrixMajor::k, 0, 0), 1024u);
  EXPECT_EQ(unit_address(plain, MatrixMajor::k, 3, 0), 1024u + 48);
  EXPECT_EQ(unit_address(plain, MatrixMajor::k, 8, 0), 1024u + 512);
  EXPECT_EQ(unit_address(plain, MatrixMajor::k, 9, 1), 1024u + 512 + 16 + 2048);
}

TEST(MatrixDescriptor, KMajorRowsAreSwizzled) {
  const auto swizzled = MatrixDescriptor::of(bits_of(1024 + 32, 16, 1024, 1));
  // Row 5 begins 5 * 128 bytes later; unit 2 of its line becomes 2 XOR 5.
  EXPECT_EQ(unit_address(swizzled, MatrixMajor::k, 5, 0), 1024u + 5 * 128 + (2 ^ 5) * 16);
  EXPECT_EQ(unit_address(swizzled, MatrixMajor::k, 13, 1), 2048u + 5 * 128 + (3 ^ 5) * 16);
}

TEST(MatrixDescriptor, MnMajorUnitsAreAlongTheOtherDimension) {
  const auto plain = MatrixDescriptor::of(bits_of(0, 512, 128, 0));
  EXPECT_EQ(unit_address(plain, MatrixMajor::mn, 2, 0), 256u);
  EXPECT_EQ(unit_address(plain, MatrixMajor::mn, 0, 9), 512u + 16);
  const auto swizzled = MatrixDescriptor::of(bits_of(0, 4096, 512, 2));
  EXPECT_EQ(unit_address(swizzled, MatrixMajor::mn, 5, 10), 4096u + 512 + 2 * 64 + (1 ^ 1) * 16);
}

}  // namespace
}  // namespace heddle::exec
