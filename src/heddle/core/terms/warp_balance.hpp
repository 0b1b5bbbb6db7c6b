// How unevenly the warps of blocks end. What an SM gives to a block it gets back with the block's
// last warp; until then the share of the warps that have ended lies idle. RTRU, the ratio of
// temporal resource underutilization, is that share over the block's life: with T_i the time from
// the block's arrival to the end of warp i and T the longest of them, sum(T - T_i) / (warps * T)
// (P. Xiang, Y. Yang, H. Zhou, "Warp-Level Divergence in GPUs", HPCA 2014, section 3.2).
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/histogram.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"

namespace heddle::core {

/// RTRU of the blocks that have ended. Sums of whole numbers, so that they do not depend on the
/// order: shares and logarithms are counted in units of 1e-9.
struct WarpBalance : Counts<WarpBalance> {
  static constexpr double kUnits = 1e9;
  /// A geometric mean needs values above 0: what is below counts as this there.
  static constexpr double kLeastShare = 1e-4;
  static constexpr unsigned kTenths = 10;

  std::uint64_t blocks = 0;
  std::uint64_t shares = 0;
  std::uint64_t logarithms = 0;  ///< natural, negated
  std::array<std::uint64_t, kTenths> by_tenth{};

  /// A block has ended whose warps' times, the longest among them, add up to `times`. `greatest`
  /// takes its share, in units.
  void add(std::uint32_t warps, Cycle times, Cycle longest, Extremes& greatest);
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::core
