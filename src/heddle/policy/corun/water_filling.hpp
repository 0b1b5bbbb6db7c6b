// How Warped-Slicer divides the blocks of an SM among kernels: each gets more as long as it loses
// most of its speed alone and has something to gain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// A kernel's speed by blocks on an SM, from 1 block on; as many as fit.
using SpeedCurve = std::vector<double>;

struct WaterFilling {
  std::vector<std::uint64_t> blocks;  ///< by tenant of the list; empty: not one block of each fits
  std::vector<double> speed;          ///< of each, over that with all blocks that fit
  /// After each step, the first included.
  std::vector<std::vector<std::uint64_t>> steps;
};

/// `curves`: by tenant of the list.
WaterFilling fill_water(std::span<const TenantGrid> tenants, std::span<const SpeedCurve> curves,
                        const model::Resources& sm);

}  // namespace heddle::policy
