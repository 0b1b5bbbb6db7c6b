#include "heddle/exec/step/lane_addresses.hpp"

#include <array>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

/// A pair of rows with an address for each lane, and an instruction that adds an offset.
struct Rows {
  std::array<std::uint32_t, 2 * kWarpSize> words{};
  isa::Instruction instruction;

  explicit Rows(isa::Space space, std::int64_t offset = 0) {
    instruction.modifiers.space = space;
    instruction.sources[0].kind = isa::OperandKind::row;
    instruction.offset = offset;
  }
  void set(unsigned lane, Addr address) {
    words[lane] = static_cast<std::uint32_t>(address);
    words[lane + kWarpSize] = static_cast<std::uint32_t>(address >> 32);
  }
  /// Checks find_addresses() against the two functions that look at each address.
  AddressSummary check(LaneMask mask, unsigned bytes) const {
    LaneAddresses expected, found;
    AddressSummary of_expected, of_found;
    compute_addresses(instruction, words.data(), expected);
    summarise(expected, mask, bytes, of_expected);
    find_addresses(instruction, words.data(), mask, bytes, found, of_found);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(of_found.shape, of_expected.shape);
    EXPECT_EQ(of_found.low, of_expected.low);
    EXPECT_EQ(of_found.high, of_expected.high);
    EXPECT_EQ(of_found.any_bit & (bytes - 1), of_expected.any_bit & (bytes - 1));
    return of_found;
  }
};

Rows run(isa::Space space, Addr first, unsigned bytes, std::int64_t offset = 0) {
  Rows rows(space, offset);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) rows.set(lane, first + Addr{lane} * bytes);
  return rows;
}

TEST(LaneAddresses, ConsecutiveElementsAreContiguousInAnyMask) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    const Rows rows = run(isa::Space::global, 0x7F00'0000'1000, bytes, -16);
    for (const LaneMask mask : {kAllLanes, LaneMask{0x10}, LaneMask{0x8000'0001}, LaneMask{0xFF00}})
      EXPECT_EQ(rows.check(mask, bytes).shape, AddressShape::contiguous);
  }
}

TEST(LaneAddresses, OneOtherAddressIsFound) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    Rows rows = run(isa::Space::global, 0x1'0000'2000, 4);
    rows.set(lane, 0x1'0000'2000);
    rows.check(kAllLanes, 4);
    Rows high = run(isa::Space::global, 0x1'0000'2000, 4);
    high.set(lane, 0x2'0000'2000 + Addr{lane} * 4);
    EXPECT_EQ(high.check(kAllLanes, 4).shape, AddressShape::scattered);
  }
}

TEST(LaneAddresses, ACarryIntoTheHighRowIsContiguous) {
  EXPECT_EQ(run(isa::Space::global, 0x1'FFFF'FFC0, 4).check(kAllLanes, 4).shape,
            AddressShape::contiguous);
}

TEST(LaneAddresses, NarrowAddressesWrapAt32Bits) {
  EXPECT_EQ(run(isa::Space::shared, 0x400, 4, 64).check(kAllLanes, 4).shape,
            AddressShape::contiguous);
  run(isa::Space::shared, 0x10, 4, -0x40).check(kAllLanes, 4);
  run(isa::Space::shared, 0xFFFF'FFF0, 4).check(kAllLanes, 4);
}

TEST(LaneAddresses, OtherShapes) {
  EXPECT_EQ(run(isa::Space::global, 0x4000, 0).check(kAllLanes, 4).shape, AddressShape::uniform);
  EXPECT_EQ(run(isa::Space::global, 0x4000, 8).check(kAllLanes, 4).shape, AddressShape::scattered);
  EXPECT_EQ(run(isa::Space::global, 0x4002, 4).check(kAllLanes, 4).any_bit, 2u);
}

}  // namespace
}  // namespace heddle::exec
