// A queue of events, ordered by cycle. A ring has one bucket for each of the next kSpan cycles. A
// bitmap finds the next bucket that is not empty. A heap holds the events of later cycles. Events
// are plain structs. All buckets share one pool of places, each of which holds one event. The pool
// reuses the place that was freed last, so a few cache lines of the host serve all events. In
// steady state the queue allocates no memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

template <typename Event, unsigned SpanBits = 8>
class EventWheel {
 public:
  static constexpr Cycle kSpan = Cycle{1} << SpanBits;
  static_assert(kSpan >= 64);

  EventWheel() { std::iota(last_.begin(), last_.end(), 0u); }

  /// Schedules `event` for cycle `when`. `when` must not be earlier than the last cycle that was
  /// delivered.
  void schedule(Cycle when, const Event& event) {
    if (when - base_ < kSpan) {
      put(when, event);
    } else {
      put_far(when, event);
    }
    next_ = std::min(next_, when);
  }

  /// Cycle of the earliest event, or kNever if there is no event.
  Cycle next() const { return next_; }

  /// Calls `handle(event)` for the events of cycle `now`, in the order in which they were
  /// scheduled. All earlier events must have been delivered.
  template <typename Handle>
  void deliver(Cycle now, Handle&& handle) {
    if (now < next_) return;
    base_ = now;
    if (!far_.empty()) pull_far();
    const auto bucket = static_cast<std::uint32_t>(now % kSpan);
    for (std::uint32_t place = links_[bucket]; place != kNone; place = links_[place]) {
      const Event event = events_[place - kSpan];
      handle(event);  // the call may add an event to this bucket
    }
    free_all(bucket);
    used_[(now % kSpan) / 64] &= ~(std::uint64_t{1} << (now % 64));
    next_ = find_next(now + 1);
  }

  bool empty() const { return next_ == kNever; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

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
    free_ = links_[place];
    events_[place - kSpan] = event;
    links_[place] = kNone;
    std::uint32_t& last = last_[when % kSpan];
    links_[last] = place;
    last = place;
    used_[(when % kSpan) / 64] |= std::uint64_t{1} << (when % 64);
  }

  /// Frees the places of the bucket.
  void free_all(std::uint32_t bucket) {
    if (last_[bucket] == bucket) return;
    links_[last_[bucket]] = free_;
    free_ = std::exchange(links_[bucket], kNone);
    last_[bucket] = bucket;
  }

  [[gnu::noinline]] void add_place() {
    free_ = static_cast<std::uint32_t>(links_.size());
    links_.push_back(kNone);
    events_.emplace_back();
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
    if constexpr (kWords == 1) {
      const std::uint64_t word = std::rotr(used_[0], static_cast<int>(from % 64));
      if (word != 0) return from + static_cast<unsigned>(std::countr_zero(word));
      return far_.empty() ? kNever : far_.front().when;
    }
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
  std::uint32_t free_ = kNone;             ///< the first free place
  std::array<std::uint32_t, kSpan> last_;  ///< by bucket: its last place; for an empty bucket, the
                                           ///< index of the bucket itself
  /// The first kSpan elements: the first place of each bucket. The elements from kSpan on: for each
  /// place, the next place in its bucket, or the next free place.
  std::vector<std::uint32_t> links_ = std::vector<std::uint32_t>(kSpan, kNone);
  std::vector<Event> events_;  ///< by place; places start at kSpan
  std::array<std::uint64_t, kSpan / 64> used_{};
  std::vector<Far> far_;
};

}  // namespace heddle
