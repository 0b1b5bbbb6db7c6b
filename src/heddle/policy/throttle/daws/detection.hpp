// The table sizes and thresholds with which Detected-DAWS learns (Rogers' dissertation, chapter 4).
// The default number of watched loops is our choice; the dissertation says that five are enough.
// The tables hold one kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

struct DetectionSpec {
  std::uint32_t watched_loops = 8;      ///< entries of the sampling warp table
  std::uint32_t sampling_lanes = 2;     ///< a warp with fewer lanes is not watched
  std::uint32_t classified_loads = 32;  ///< entries of the static load classification table
  std::uint32_t divergence_counters = 64;
  std::uint32_t divergence_lanes = 3;  ///< an execution with fewer lanes updates no counter
  std::uint32_t diverged_from = 2;     ///< a load with at least this counter is diverged
  std::uint32_t converged_lines = 2;   ///< a converged load touches at most so many lines
  std::uint32_t repetition_entries = 64, repetition_ways = 8;
  bool merges_vote = false;  ///< merging with a request of the own warp counts as locality

  void describe(ParameterVisitor& visit);
  /// Refuses partial sets.
  void check() const;
  /// Counts 32 bits for a program counter, 40 for a tag, 8 for a line, 5 for a warp number and 5
  /// for a group of loads.
  std::vector<StorageItem> storage() const;
};

}  // namespace heddle::policy
