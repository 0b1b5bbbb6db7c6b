// The counts of a replay.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/replay/hit_classes.hpp"

namespace heddle::replay {

struct ReplayCounts : Counts<ReplayCounts> {
  std::uint64_t accesses = 0;     ///< line accesses of loads, except those that bypass the L1
  std::uint64_t live_misses = 0;  ///< number of misses in the timing model, without merged accesses
  std::uint64_t lru_misses = 0, belady_misses = 0, unbounded_misses = 0;
  std::array<std::uint64_t, kReuses> unbounded_hits{};  ///< by Reuse: hits in a cache that never
                                                        ///< evicts
  std::uint64_t named_misses =
      0;  ///< misses with the replacement policy that a replay names; this count is not a statistic

  /// Returns the misses divided by all accesses, or 0 if there are no accesses.
  double share(std::uint64_t misses) const {
    return accesses == 0 ? 0 : static_cast<double>(misses) / static_cast<double>(accesses);
  }
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::replay
