// How large what a mechanism stores would be on the chip: an estimate from its bits.
#pragma once

#include <cstdint>

#include "heddle/energy/spec.hpp"

namespace heddle::energy {

inline constexpr std::uint64_t kArrayBits = 4096;  ///< from here on a structure is an array of SRAM

/// In mm2, of a structure of so many bits, with what reads and writes it.
inline double area_mm2(const TechnologySpec& technology, std::uint64_t bits) {
  constexpr double kNodeOfDensities = 40;
  const double shrink = technology.node_nm / kNodeOfDensities;
  const double bit = bits >= kArrayBits ? technology.sram_um2 : technology.latch_um2;
  return static_cast<double>(bits) * bit * shrink * shrink * 1e-6;
}

}  // namespace heddle::energy
