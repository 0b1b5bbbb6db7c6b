// The quantities that every layer uses. Times are core cycles unless the variable's name says
// otherwise.
#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

/// Number of threads of an architectural warp, the warp to which shuffles, votes and %laneid refer.
inline constexpr unsigned kWarpSize = 32;

/// A point in time or a duration, in cycles. The variable's name says the clock domain; the default
/// is the core clock.
using Cycle = std::uint64_t;
inline constexpr Cycle kNever = ~Cycle{0};

/// A generic device address in the address space that the simulator gives to programs.
using Addr = std::uint64_t;

/// One bit for each lane of an architectural warp; bit 0 is lane 0.
using LaneMask = std::uint32_t;
inline constexpr LaneMask kAllLanes = 0xFFFFFFFFu;

/// Index of an instruction in a program.
using Pc = std::uint32_t;
inline constexpr Pc kNoPc = 0xFFFFFFFFu;

inline unsigned lane_count(LaneMask mask) { return static_cast<unsigned>(std::popcount(mask)); }
inline unsigned first_lane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }
inline LaneMask lane_bit(unsigned lane) { return LaneMask{1} << lane; }

/// Calls `visit(lane)` for each set lane, lowest first.
template <typename Visit>
void for_each_lane(LaneMask mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(first_lane(mask));
}

/// The three extents of a grid or a block, or a position in a grid or a block.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  constexpr std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

}  // namespace heddle
