// The division of an SM's blocks in Warped-Slicer. The kernel that keeps the smallest part of its
// speed alone gets more blocks next, as long as they make it faster and fit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// A kernel's speed by blocks on an SM, from 1 to the number of blocks that fit.
using SpeedCurve = std::vector<double>;

struct WaterFilling {
  std::vector<std::uint64_t> blocks;  ///< by tenant index; empty: one block of each does not fit
  std::vector<double> speed;          ///< by index: share of the speed with all blocks that fit
  /// The blocks after each step, including the first.
  std::vector<std::vector<std::uint64_t>> steps;
};

/// `curves`: by index in the list of tenants.
WaterFilling fill_water(std::span<const TenantGrid> tenants, std::span<const SpeedCurve> curves,
                        const model::Resources& sm);

}  // namespace heddle::policy
