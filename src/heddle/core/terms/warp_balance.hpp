// Measures how unevenly the warps of a block end. The SM gets a block's resources back only when
// the block's last warp ends. Until then the share of the ended warps lies idle. RTRU, the ratio of
// temporal resource underutilization, is this idle share, averaged over the block's life. With T_i
// the time from the block's arrival to the end of warp i, and T the longest of these times, RTRU is
// sum(T - T_i) / (warps * T). Source: P. Xiang, Y. Yang, H. Zhou, "Warp-Level Divergence in GPUs",
// HPCA 2014, section 3.2.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/histogram.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"

namespace heddle::core {

/// RTRU of the blocks that have ended. Shares and logarithms are whole numbers in units of 1e-9, so
/// that the sums do not depend on the order of the blocks.
struct WarpBalance : Counts<WarpBalance> {
  static constexpr double kUnits = 1e9;
  /// In the geometric mean, which needs values above 0, smaller shares count as this one.
  static constexpr double kLeastShare = 1e-4;
  static constexpr unsigned kTenths = 10;

  std::uint64_t blocks = 0;
  std::uint64_t shares = 0;
  std::uint64_t logarithms = 0;  ///< sum of negated natural logarithms
  std::array<std::uint64_t, kTenths> by_tenth{};

  /// Adds a block that has ended. `times`: sum of the times of all its warps, including the longest
  /// one. Adds the block's share, in units of 1e-9, to `greatest`.
  void add(std::uint32_t warps, Cycle times, Cycle longest, Extremes& greatest);
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::core
