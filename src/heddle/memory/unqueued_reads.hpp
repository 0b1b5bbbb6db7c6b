// Reads of an ideal DRAM, which wait neither for each other nor for writes: all of them take the
// same time.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/clock.hpp"

namespace heddle::memory {

/// A read whose last data have arrived.
struct DramCompletion {
  Tick when = 0;
  std::uint32_t cookie = 0;
};

class UnqueuedReads {
 public:
  /// `latency`: ticks from the request of a read to its last data.
  explicit UnqueuedReads(Tick latency) : latency_(latency) {}

  /// Adds a read. Reads come in the order of time.
  void add(Tick now, std::uint32_t cookie) { reads_.push({now + latency_, cookie}); }
  /// When the first read ends, or kNever.
  Tick next() { return reads_.empty() ? kNever : reads_.front().when; }
  /// Appends the reads that end before `until` to `completions`.
  void run(Tick until, std::vector<DramCompletion>& completions) {
    for (; next() < until; reads_.pop()) completions.push_back(reads_.front());
  }

 private:
  Tick latency_;
  RingQueue<DramCompletion> reads_;
};

}  // namespace heddle::memory
