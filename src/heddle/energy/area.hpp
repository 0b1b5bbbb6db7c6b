// How large what a mechanism stores would be on the chip: an estimate from its bits.
#pragma once

#include <cstdint>

#include "heddle/energy/spec.hpp"

namespace heddle::energy {

inline constexpr std::uint64_t kArrayBits = 4096;  ///< from here on a structure is an array of SRAM

/// At the chip's node, of what takes so many mm2 at 40 nm.
inline double at_node(const TechnologySpec& technology, double mm2) {
  constexpr double kNodeOfDensities = 40;
  const double shrink = technology.node_nm / kNodeOfDensities;
  return mm2 * shrink * shrink;
}

/// In mm2, of so many bits of so many um2 each at 40 nm.
inline double area_mm2(const TechnologySpec& technology, std::uint64_t bits, double um2) {
  return at_node(technology, static_cast<double>(bits) * um2 * 1e-6);
}

/// In mm2, of a structure of so many bits, with what reads and writes it.
inline double area_mm2(const TechnologySpec& technology, std::uint64_t bits) {
  return area_mm2(technology, bits,
                  bits >= kArrayBits ? technology.sram_um2 : technology.latch_um2);
}

}  // namespace heddle::energy
