// What Detected-DAWS learns with: the sizes of its tables and its thresholds (Rogers' dissertation,
// chapter 4; the number of watched loops is ours, it says that five do). Tables are those of one
// kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

struct DetectionSpec {
  std::uint32_t watched_loops = 8;      ///< entries of the sampling warp table
  std::uint32_t sampling_lanes = 2;     ///< least of a warp that is watched
  std::uint32_t classified_loads = 32;  ///< entries of the static load classification table
  std::uint32_t divergence_counters = 64;
  std::uint32_t divergence_lanes = 3;  ///< least of a load that says something of its divergence
  std::uint32_t diverged_from = 2;     ///< a load is whose counter is at least this
  std::uint32_t converged_lines = 2;   ///< most of a converged load
  std::uint32_t repetition_entries = 64, repetition_ways = 8;
  bool merges_vote = false;  ///< a miss on its own warp's line on its way is locality, too

  void describe(ParameterVisitor& visit);
  /// Refuses sets that are not whole.
  void check() const;
  /// Program counters are counted as 32 bits, tags as 40, lines as 8, numbers of warps and groups
  /// of loads as 5.
  std::vector<StorageItem> storage() const;
};

}  // namespace heddle::policy
