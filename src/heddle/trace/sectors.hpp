// The sectors that an access of a warp touches.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "heddle/base/types.hpp"

namespace heddle::trace {

inline constexpr Addr kSectorBytes = 32;

/// Returns the number of different sectors that the lanes touch. A lane's access has at most 32
/// bytes.
inline unsigned count_sectors(LaneMask lanes, std::span<const Addr, kWarpSize> address,
                              unsigned bytes) {
  std::array<Addr, 2 * kWarpSize> touched;
  std::size_t count = 0;
  const auto touch = [&](Addr sector) {
    if (count == 0 || touched[count - 1] != sector) touched[count++] = sector;
  };
  for_each_lane(lanes, [&](unsigned lane) {
    touch(address[lane] / kSectorBytes);
    touch((address[lane] + bytes - 1) / kSectorBytes);
  });
  const auto end = touched.begin() + static_cast<std::ptrdiff_t>(count);
  if (!std::is_sorted(touched.begin(), end)) std::sort(touched.begin(), end);
  return static_cast<unsigned>(std::unique(touched.begin(), end) - touched.begin());
}

}  // namespace heddle::trace
