// Replays the stream of one SM's L1 in caches without timing. The first cache has the machine's
// shape and LRU, the second has Belady's replacement, and the third never evicts (T. G. Rogers,
// "Locality and Scheduling in the Massively Multithreaded Era", dissertation, UBC, 2015, section
// 3.3). If requested, a fourth cache has another replacement policy. Belady's replacement needs
// future accesses. Therefore the replayer stores 16 bytes for each access until replay_pending(),
// and another 4 bytes during replay_pending(). The other caches process each access at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"
#include "heddle/replay/cache.hpp"
#include "heddle/replay/counts.hpp"

namespace heddle::replay {

/// Which caches are replayed.
struct Modes {
  bool lru = true, belady = true, unbounded = true;
  std::string named = {};  ///< name of a further replacement policy, neither lru nor belady; "" if
                           ///< there is none
  policy::Replacements replacements = policy::Replacements();
};

class Replayer {
 public:
  /// Creates the replayer of the SM with number `sm`.
  Replayer(const CacheShape& shape, unsigned kernel_slots, const Modes& modes = {},
           std::uint32_t sm = 0);

  void begin(const WarpBegin& warp);
  void access(const Access& access);
  void flush();
  /// Brings the cache with Belady's replacement up to date: replays and counts all accesses up to
  /// now, as if no more accesses followed.
  void replay_pending();
  /// Returns the counts of a kernel slot up to the last call of replay_pending().
  const ReplayCounts& counts(unsigned kernel) const { return counts_[kernel]; }

 private:
  void access_unbounded(const Access& access);

  CacheShape shape_;
  Modes modes_;
  Cache lru_, belady_, unbounded_;
  std::optional<Cache> named_;
  HitClasses classes_;
  std::vector<Record> future_;  ///< accesses that the cache with Belady's replacement has not
                                ///< processed yet
  std::vector<ReplayCounts> counts_;
};

}  // namespace heddle::replay
