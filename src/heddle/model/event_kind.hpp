// The kinds of events that a GPU reports, and sets of kinds.
#pragma once

#include <cstdint>

namespace heddle::model {

enum class EventKind : std::uint8_t {
  // Events of an SM.
  kernel_bound,
  block_dispatched,
  block_finished,
  warp_launched,
  warp_exited,
  warp_finished,
  warp_state_changed,
  instruction_issued,
  instruction_executed,
  slot_stalled,
  write_back,
  throttle_held,
  queue_depths,
  policy_note,
  // Events of an SM's first-level caches.
  l1_access,
  l1_filled,
  l1_evicted,
  l1_flushed,
  // Events of a memory partition.
  l2_access,
  dram_access,
  dram_activate,
  // Events of the dispatcher.
  grid_started,
  grid_ended,
  block_sent,
  sm_signalled,
  sm_preempted,
  block_returned,
};
inline constexpr unsigned kEventKinds = 27;

/// A set of kinds of events.
class EventMask {
 public:
  constexpr EventMask() = default;
  /// The set that contains only this kind.
  constexpr explicit EventMask(EventKind kind) : bits_(1u << static_cast<unsigned>(kind)) {}

  constexpr bool none() const { return bits_ == 0; }
  constexpr bool has(EventKind kind) const { return intersects(EventMask(kind)); }
  constexpr bool intersects(EventMask other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool is_within(EventMask other) const { return (bits_ & ~other.bits_) == 0; }
  constexpr EventMask& operator|=(EventMask other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr EventMask operator|(EventMask left, EventMask right) { return left |= right; }
  friend constexpr bool operator==(EventMask, EventMask) = default;

 private:
  static_assert(kEventKinds <= 32);
  std::uint32_t bits_ = 0;
};

/// The set of the kinds of `Events`.
template <typename... Events>
inline constexpr EventMask kMaskOf = (EventMask() | ... | EventMask(Events::kKind));

}  // namespace heddle::model
