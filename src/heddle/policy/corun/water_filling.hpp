// The division of an SM's blocks in Warped-Slicer. The next block goes to the kernel whose speed is
// the smallest fraction of its speed alone. A kernel gets more blocks as long as the blocks fit and
// make the kernel faster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// The speed of a kernel by its number of blocks on an SM, from 1 to the number of blocks that fit.
using SpeedCurve = std::vector<double>;

struct WaterFilling {
  std::vector<std::uint64_t> blocks;  ///< by tenant index; empty: the SM cannot run one block of
                                      ///< each tenant
  std::vector<double> speed;  ///< by tenant index: speed as a share of the speed with all blocks
                              ///< that fit
  /// The blocks of each tenant after each step; the first entry has one block of each tenant.
  std::vector<std::vector<std::uint64_t>> steps;
};

/// `curves`: one speed curve for each tenant, in the order of `tenants`.
WaterFilling fill_water(std::span<const TenantGrid> tenants, std::span<const SpeedCurve> curves,
                        const model::Resources& sm);

}  // namespace heddle::policy
