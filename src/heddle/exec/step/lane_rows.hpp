// Writes whole rows under a lane mask, in loops that the compiler turns into vector code.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {

/// Sets row[lane] = value(lane) for the lanes of the mask. The loop calls `value` for every lane,
/// so the call must be cheap and must not depend on the row's other lanes.
template <typename Value>
void write_row(std::uint32_t* row, LaneMask mask, Value&& value) {
  if (mask == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) row[lane] = value(lane);
    return;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t keep = lane_word(mask, lane);
    row[lane] = (value(lane) & keep) | (row[lane] & ~keep);
  }
}

/// Returns the lanes whose word is not zero.
inline LaneMask mask_of(const std::array<std::uint32_t, kWarpSize>& words) {
  LaneMask mask = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    mask |= static_cast<LaneMask>(words[lane] != 0) << lane;
  return mask;
}

}  // namespace heddle::exec
