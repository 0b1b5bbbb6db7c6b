// Replays the stream of one SM's L1 through three caches without time: the machine's own, one with
// Belady's replacement, and one that never gives a line up (T. G. Rogers, "Locality and Scheduling
// in the Massively Multithreaded Era", dissertation, UBC, 2015, section 3.3). The first and the
// last take each access as it comes; the second has to know the future, for which 16 bytes an
// access are kept until `settle`, and 4 more during it.
#pragma once

#include <vector>

#include "heddle/replay/cache.hpp"
#include "heddle/replay/counts.hpp"

namespace heddle::replay {

/// Which caches.
struct Modes {
  bool lru = true, belady = true, unbounded = true;
};

class Replayer {
 public:
  Replayer(const CacheShape& shape, unsigned kernel_slots, Modes modes = {});

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
  observe::HitClasses classes_;
  std::vector<Record> future_;  ///< that Belady's cache has not seen
  std::vector<ReplayCounts> counts_;
};

/// Replays as the accesses happen.
class LiveReplay final
    : public model::Hears<model::WarpLaunched, model::L1Access, model::L1Flushed> {
 public:
  LiveReplay(const CacheShape& shape, unsigned kernel_slots)
      : line_bytes_(shape.line_bytes), replayer_(shape, kernel_slots) {}

  void on(const model::WarpLaunched& event) override { replayer_.begin(warp_of(event)); }
  void on(const model::L1Access& event) override {
    if (is_access(event)) replayer_.access(access_of(event, line_bytes_));
  }
  void on(const model::L1Flushed&) override { replayer_.flush(); }

  Replayer& replayer() { return replayer_; }
  const Replayer& replayer() const { return replayer_; }

 private:
  unsigned line_bytes_;
  Replayer replayer_;
};

}  // namespace heddle::replay
