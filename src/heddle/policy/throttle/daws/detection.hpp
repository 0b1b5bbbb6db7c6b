// The table sizes and thresholds with which Detected-DAWS learns (Rogers' dissertation, chapter 4).
// The default number of watched loops is our choice; the dissertation says that five are enough.
// The tables store the information about one kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

struct DetectionSpec {
  std::uint32_t watched_loops = 8;  ///< number of entries of the sampling warp table
  /// Minimum number of lanes in a loop with which a warp is watched.
  std::uint32_t sampling_lanes = 2;
  std::uint32_t classified_loads = 32;  ///< number of entries of the static load classification
                                        ///< table
  std::uint32_t divergence_counters = 64;
  /// Minimum number of lanes with which an execution updates a counter.
  std::uint32_t divergence_lanes = 3;
  std::uint32_t diverged_from = 2;  ///< a load whose divergence counter has at least this value is
                                    ///< diverged
  std::uint32_t converged_lines = 2;  ///< maximum number of lines of a converged load
  std::uint32_t repetition_entries = 64, repetition_ways = 8;
  bool merges_vote = false;  ///< a load that merges with a request of its own warp counts as
                             ///< locality

  void describe(ParameterVisitor& visit);
  /// Throws Error if the entries of a table do not fill whole sets.
  void check() const;
  /// Throws Error if a threshold is larger than `lanes`, the maximum number of lanes that issue
  /// together. The sampler would then learn nothing.
  void check_lanes(unsigned lanes) const;
  /// Returns the tables. A program counter has 32 bits, a tag 40 bits, a line 8 bits, a warp number
  /// 5 bits, and a group of loads 5 bits.
  std::vector<StorageItem> storage() const;
};

}  // namespace heddle::policy
