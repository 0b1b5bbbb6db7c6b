// A queue of events by cycle. A ring has one bucket for each of the next cycles; a bitmap finds the
// next bucket that is not empty; a heap holds the events beyond the ring. Events are plain structs.
// All buckets share one pool of places. A freed place is used again first, so that a few cache
// lines serve all events. In steady state nothing is allocated.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

template <typename Event, unsigned SpanBits = 8>
class EventWheel {
 public:
  static constexpr Cycle kSpan = Cycle{1} << SpanBits;

  /// Schedules `event` for cycle `when`. `when` must not lie before the last cycle delivered.
  void schedule(Cycle when, const Event& event) {
    if (when - base_ < kSpan) {
      put(when, event);
    } else {
      put_far(when, event);
    }
    next_ = std::min(next_, when);
  }

  /// Cycle of the earliest event; kNever if there is none.
  Cycle next() const { return next_; }

  /// Calls `handle(event)` for the events of cycle `now`, in the order in which they were
  /// scheduled. All earlier events must have been delivered.
  template <typename Handle>
  void deliver(Cycle now, Handle&& handle) {
    if (now < next_) return;
    base_ = now;
    if (!far_.empty()) pull_far();
    Bucket& bucket = buckets_[now % kSpan];
    while (bucket.first != kNone) {
      const std::uint32_t place = bucket.first;
      const Event event = pool_[place].event;
      bucket.first = pool_[place].next;
      pool_[place].next = free_;
      free_ = place;
      handle(event);
    }
    used_[(now % kSpan) / 64] &= ~(std::uint64_t{1} << (now % 64));
    next_ = find_next(now + 1);
  }

  bool empty() const { return next_ == kNever; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Place {
    Event event;
    std::uint32_t next;  ///< in its bucket, or in the list of free places
  };
  struct Bucket {
    std::uint32_t first = kNone, last = kNone;  ///< `last` is valid only if `first` is a place
  };
  struct Far {
    Cycle when;
    std::uint64_t sequence;
    Event event;
  };
  static bool later(const Far& a, const Far& b) {
    return std::pair(a.when, a.sequence) > std::pair(b.when, b.sequence);
  }

  void put(Cycle when, const Event& event) {
    if (free_ == kNone) add_place();
    const std::uint32_t place = free_;
    free_ = pool_[place].next;
    pool_[place] = {event, kNone};
    Bucket& bucket = buckets_[when % kSpan];
    (bucket.first == kNone ? bucket.first : pool_[bucket.last].next) = place;
    bucket.last = place;
    used_[(when % kSpan) / 64] |= std::uint64_t{1} << (when % 64);
  }

  [[gnu::noinline]] void add_place() {
    free_ = static_cast<std::uint32_t>(pool_.size());
    pool_.push_back({Event{}, kNone});
  }

  [[gnu::noinline]] void put_far(Cycle when, const Event& event) {
    far_.push_back({when, sequence_++, event});
    std::push_heap(far_.begin(), far_.end(), later);
  }

  [[gnu::noinline]] void pull_far() {
    while (!far_.empty() && far_.front().when - base_ < kSpan) {
      put(far_.front().when, far_.front().event);
      std::pop_heap(far_.begin(), far_.end(), later);
      far_.pop_back();
    }
  }

  Cycle find_next(Cycle from) const {
    constexpr unsigned kWords = kSpan / 64;
    const unsigned start = static_cast<unsigned>(from % kSpan);
    for (unsigned i = 0; i <= kWords; ++i) {
      const unsigned index = (start / 64 + i) % kWords;
      std::uint64_t word = used_[index];
      if (i == 0) word &= ~std::uint64_t{0} << (start % 64);
      if (i == kWords) word &= ~(~std::uint64_t{0} << (start % 64));
      if (word != 0) {
        const unsigned position = index * 64 + static_cast<unsigned>(std::countr_zero(word));
        return from + (position + kSpan - start) % kSpan;
      }
    }
    return far_.empty() ? kNever : far_.front().when;
  }

  Cycle base_ = 0;
  Cycle next_ = kNever;
  std::uint64_t sequence_ = 0;
  std::vector<Place> pool_;
  std::uint32_t free_ = kNone;
  std::array<Bucket, kSpan> buckets_{};
  std::array<std::uint64_t, kSpan / 64> used_{};
  std::vector<Far> far_;
};

}  // namespace heddle
