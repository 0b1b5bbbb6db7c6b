// Replays the stream of one SM's L1 through caches without time: one with lru, one with Belady's
// replacement, and one that never gives a line up (T. G. Rogers, "Locality and Scheduling in the
// Massively Multithreaded Era", dissertation, UBC, 2015, section 3.3), and one with another
// replacement if wanted. Belady's has to know the future, for which 16 bytes an access are kept
// until `settle`, and 4 more during it. The others take each access as it comes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"
#include "heddle/replay/cache.hpp"
#include "heddle/replay/counts.hpp"

namespace heddle::replay {

/// Which caches.
struct Modes {
  bool lru = true, belady = true, unbounded = true;
  std::string named = {};  ///< a replacement by name, neither lru nor belady; "": none
  policy::Replacements replacements = policy::Replacements();
};

class Replayer {
 public:
  /// Of the SM with this number.
  Replayer(const CacheShape& shape, unsigned kernel_slots, const Modes& modes = {},
           std::uint32_t sm = 0);

  void begin(const WarpBegin& warp);
  void access(const Access& access);
  void flush();
  /// Counts what has come so far. Whatever comes later does not count as the future of that.
  void settle();
  /// Of all that was settled.
  const ReplayCounts& counts(unsigned kernel) const { return counts_[kernel]; }

 private:
  void access_unbounded(const Access& access);

  CacheShape shape_;
  Modes modes_;
  Cache lru_, belady_, unbounded_;
  std::optional<Cache> named_;
  HitClasses classes_;
  std::vector<Record> future_;  ///< that Belady's cache has not seen
  std::vector<ReplayCounts> counts_;
};

}  // namespace heddle::replay
