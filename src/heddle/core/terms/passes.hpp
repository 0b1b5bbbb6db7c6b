// Passes of an instruction into its pipeline, on machines where inactive threads cost no time.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::core {

/// Returns the first lane of each aligned group of `threads` lanes that has at least one lane in
/// the mask. `threads` is a power of two.
inline LaneMask first_of_groups(LaneMask mask, unsigned threads) {
  for (unsigned width = 1; width < threads; width *= 2) mask |= mask >> width;
  const auto first_of_each = static_cast<LaneMask>(kAllLanes / ((std::uint64_t{1} << threads) - 1));
  return mask & first_of_each;
}
/// Returns the number of aligned groups of `threads` lanes that have a lane in the mask.
inline unsigned active_groups(LaneMask mask, unsigned threads) {
  return lane_count(first_of_groups(mask, threads));
}

}  // namespace heddle::core
