// The queues of a load-store unit in which accesses wait to be worked off: one for all, or one for
// each program that shares the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/policies/corun_part.hpp"

namespace heddle::core {

/// Accesses that are worked off in order.
struct AccessQueue {
  RingQueue<std::uint32_t> ids;  ///< of accesses that are not worked off
  Cycle retry_at = 0;       ///< when the first is tried again; kNever: when a reply or credit comes
  bool wants_room = false;  ///< the first was refused for want of a credit

  /// A place will be free in that cycle. True: the first access waits for it.
  bool schedule_retry(Cycle when) {
    if (!wants_room || retry_at != kNever) return false;
    retry_at = when;
    return true;
  }
};

/// A queue for each tenant. One of them is served until its first access is worked off or cannot
/// go on; then the policy chooses among those that can, or else the first access that came first
/// is next.
class TenantQueues {
 public:
  TenantQueues(std::size_t entries, const CorunPart& sharing)
      : entries_(entries), sharing_(sharing) {}

  AccessQueue& of(unsigned tenant) { return queues_[tenant].queue; }
  /// Tenants whose queue is full.
  policy::TenantSet crowded() const { return crowded_; }
  std::size_t size() const;

  /// An access has been put into the tenant's queue.
  void entered(unsigned tenant, Cycle now);
  /// The tenant's first access has been worked off.
  void left(unsigned tenant);
  /// The queue's first access cannot go on.
  void wait(AccessQueue& queue, Cycle now);
  /// Those that wait may go on.
  void retry(Cycle now);
  bool schedule_retry(Cycle when);
  /// The queue to work on; null: none can go on.
  AccessQueue* choose(Cycle now);
  /// When the first of them goes on, as far as is known.
  Cycle next() const;

 private:
  struct Queue {
    AccessQueue queue;
    RingQueue<Cycle> came;         ///< by access
    Cycle blocked_since = kNever;  ///< kNever: the first access can go on
  };
  void tell_blocked(unsigned tenant, Cycle now);
  void note_room(unsigned tenant);

  std::size_t entries_;
  const CorunPart& sharing_;
  std::array<Queue, kKernelSlots> queues_;
  policy::TenantSet crowded_ = 0;
  unsigned served_ = kKernelSlots;  ///< tenant; kKernelSlots: none
};

}  // namespace heddle::core
