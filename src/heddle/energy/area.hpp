// Estimates the chip area of the storage that a mechanism needs, from the number of bits.
#pragma once

#include <cstdint>

#include "heddle/energy/spec.hpp"

namespace heddle::energy {

inline constexpr std::uint64_t kArrayBits = 4096;  ///< structures with at least this number of bits
                                                   ///< are SRAM arrays

/// Scales an area of `mm2` mm2 at 40 nm to the chip's technology node.
inline double at_node(const TechnologySpec& technology, double mm2) {
  constexpr double kNodeOfDensities = 40;
  const double shrink = technology.node_nm / kNodeOfDensities;
  return mm2 * shrink * shrink;
}

/// Returns the area in mm2 of `bits` bits. A bit takes `um2` um2 at 40 nm.
inline double area_mm2(const TechnologySpec& technology, std::uint64_t bits, double um2) {
  return at_node(technology, static_cast<double>(bits) * um2 * 1e-6);
}

/// Returns the area in mm2 of a structure of `bits` bits, including its read and write circuits.
inline double area_mm2(const TechnologySpec& technology, std::uint64_t bits) {
  return area_mm2(technology, bits,
                  bits >= kArrayBits ? technology.sram_um2 : technology.latch_um2);
}

}  // namespace heddle::energy
