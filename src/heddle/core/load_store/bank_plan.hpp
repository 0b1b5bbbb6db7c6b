// Accesses to the banks of shared memory whose times are known when they issue. The load-store unit
// handles accesses in order, and the banks never make an access wait for anything else. So if only
// such accesses wait in front of an access, the access leaves the queue as soon as its addresses
// are known and the unit is free. The unit then plans the access: it computes these times at once,
// and keeps no entry in the access table. Only a line that the data cache evicts can still go first
// (LoadStoreUnit::requeue_planned).
#pragma once

#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/base/types.hpp"

namespace heddle::core {

struct PlannedAccess {
  std::uint32_t answer = 0;  ///< its answer in the access table
  std::uint8_t kernel = 0;
  LaneMask lanes = 0;
  std::uint32_t bank_cycles = 0;  ///< cycles for which the banks are occupied
  Cycle ready = 0;                ///< when all addresses are known
  Cycle unit_free = 0;            ///< when the unit is done with the access before this one
  Cycle leaves = 0;               ///< cycle in which the access leaves the queue for the banks
};

/// The planned accesses that have not left the queue, in order.
class BankPlan {
 public:
  bool empty() const { return waiting_.empty(); }
  std::size_t size() const { return waiting_.size(); }
  const PlannedAccess& front() const { return waiting_.front(); }
  /// When the first access leaves; kNever: no access waits.
  Cycle next() const { return next_; }
  void add(const PlannedAccess& access) {
    if (waiting_.empty()) next_ = access.leaves;
    waiting_.push(access);
  }
  void remove_first() {
    waiting_.pop();
    next_ = waiting_.empty() ? kNever : waiting_.front().leaves;
  }
  /// Removes the accesses that have left the queue by the end of cycle `now`.
  void advance(Cycle now) {
    while (next_ <= now) remove_first();
  }

 private:
  RingQueue<PlannedAccess> waiting_;
  Cycle next_ = kNever;
};

}  // namespace heddle::core
