// Replays the stream of one SM's L1 through caches without timing. One is the machine's own cache
// with LRU, one has Belady's replacement, and one never evicts (T. G. Rogers, "Locality and
// Scheduling in the Massively Multithreaded Era", dissertation, UBC, 2015, section 3.3). A further
// cache has another replacement, if requested. Belady's cache has to know the future. Therefore the
// replayer keeps 16 bytes for each access until `replay_pending`, and 4 bytes more during
// `replay_pending`. The other caches process each access at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"
#include "heddle/replay/cache.hpp"
#include "heddle/replay/counts.hpp"

namespace heddle::replay {

/// The caches that are replayed.
struct Modes {
  bool lru = true, belady = true, unbounded = true;
  std::string named = {};  ///< a replacement by name, neither lru nor belady; "": none
  policy::Replacements replacements = policy::Replacements();
};

class Replayer {
 public:
  /// Makes the replayer of one SM, with its number `sm`.
  Replayer(const CacheShape& shape, unsigned kernel_slots, const Modes& modes = {},
           std::uint32_t sm = 0);

  void begin(const WarpBegin& warp);
  void access(const Access& access);
  void flush();
  /// Brings Belady's cache up to date: replays and counts all accesses up to now, as if no accesses
  /// followed.
  void replay_pending();
  /// The counts up to the last replay_pending().
  const ReplayCounts& counts(unsigned kernel) const { return counts_[kernel]; }

 private:
  void access_unbounded(const Access& access);

  CacheShape shape_;
  Modes modes_;
  Cache lru_, belady_, unbounded_;
  std::optional<Cache> named_;
  HitClasses classes_;
  std::vector<Record> future_;  ///< accesses that Belady's cache has not processed yet
  std::vector<ReplayCounts> counts_;
};

}  // namespace heddle::replay
