// Passes of an instruction into its pipeline, where threads that are not active cost no time.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::core {

/// The first lanes of the aligned groups of `threads` lanes (a power of two) of which at least one
/// is in the mask.
inline LaneMask first_of_groups(LaneMask mask, unsigned threads) {
  for (unsigned width = 1; width < threads; width *= 2) mask |= mask >> width;
  const auto first_of_each = static_cast<LaneMask>(kAllLanes / ((std::uint64_t{1} << threads) - 1));
  return mask & first_of_each;
}
/// The number of these groups.
inline unsigned active_groups(LaneMask mask, unsigned threads) {
  return lane_count(first_of_groups(mask, threads));
}

}  // namespace heddle::core
