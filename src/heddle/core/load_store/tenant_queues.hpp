// The queues of accesses in a load-store unit: one for all accesses, or one for each program that
// shares the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/policies/corun_part.hpp"

namespace heddle::core {

/// Accesses that are handled in order.
struct AccessQueue {
  RingQueue<std::uint32_t> ids;  ///< ids of accesses that need more work
  /// When the first access is tried again; kNever: only after a reply or a credit.
  Cycle retry_at = 0;
  bool wants_room = false;  ///< the first access waits for room in the port

  /// Notes that the port gets room at `when`. If the first access waits for that, it is tried again
  /// then. Returns whether the first access waits for that.
  bool schedule_retry(Cycle when) {
    if (!wants_room || retry_at != kNever) return false;
    retry_at = when;
    return true;
  }
};

/// One queue for each tenant. The unit serves a queue until its first access is finished or
/// blocked. Then the sharing policy chooses among the queues that can continue. If it does not
/// choose, the queue with the oldest first access is next.
class TenantQueues {
 public:
  TenantQueues(std::size_t entries, const CorunPart& sharing)
      : entries_(entries), sharing_(sharing) {}

  AccessQueue& of(unsigned tenant) { return queues_[tenant].queue; }
  /// Tenants whose queues are full.
  policy::TenantSet crowded() const { return crowded_; }
  std::size_t size() const;

  /// Notes that an access has entered the tenant's queue.
  void entered(unsigned tenant, Cycle now);
  /// Notes that the tenant's first access is finished and has left the queue.
  void left(unsigned tenant);
  /// Notes that the queue's first access is blocked.
  void wait(AccessQueue& queue, Cycle now);
  /// Lets all blocked accesses try again.
  void retry(Cycle now);
  bool schedule_retry(Cycle when);
  /// Returns the queue to work on; null: no queue can continue.
  AccessQueue* choose(Cycle now);
  /// Returns the earliest known cycle in which a queue can continue.
  Cycle next() const;

 private:
  struct Queue {
    AccessQueue queue;
    RingQueue<Cycle> came;         ///< by access: the cycle in which it entered
    Cycle blocked_since = kNever;  ///< kNever: the first access is not blocked
  };
  void tell_blocked(unsigned tenant, Cycle now);
  void note_room(unsigned tenant);

  std::size_t entries_;
  const CorunPart& sharing_;
  std::array<Queue, kKernelSlots> queues_;
  policy::TenantSet crowded_ = 0;
  unsigned served_ = kKernelSlots;  ///< the tenant that is served; kKernelSlots: none
};

}  // namespace heddle::core
