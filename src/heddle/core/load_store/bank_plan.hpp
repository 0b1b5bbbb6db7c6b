// Accesses to the banks of shared memory whose times are known when they issue. The load-store unit
// handles accesses in order, and the banks never make an access wait for anything else. So if only
// such accesses wait in front of an access, the access leaves the queue as soon as its addresses
// are known and the unit is free. The plan computes these times at once, and the access needs no
// entry in the access table. Only a line that the data cache evicts can still go first. Then the
// accesses are no longer planned, and wait in the queue (requeue).
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/tenant_queues.hpp"

namespace heddle::core {

class BankPlan {
 public:
  /// `latency`: cycles from the end of the bank cycles until the answer.
  BankPlan(AccessTable& table, std::uint32_t latency) : table_(table), latency_(latency) {}

  /// An access that needs nothing but the banks.
  struct Planned {
    AccessMember member;
    exec::AccessKind kind = exec::AccessKind::none;
    std::uint8_t kernel = 0;        ///< kernel slot
    std::uint32_t bank_cycles = 0;  ///< cycles for which the access occupies the banks
    Cycle ready = 0;                ///< when all its addresses are known
    Cycle unit_free = 0;            ///< when the unit is done with the access before this one
  };
  /// Plans the access, which issues now. Returns when the unit is done with the access.
  Cycle add(const Planned& access);
  /// Puts the accesses that have not left by `now` into the queue, before its other accesses.
  /// `unit_free`: when the unit is done with the last access. Returns when the unit is free for the
  /// first access of the queue.
  Cycle requeue(AccessQueue& queue, Cycle now, Cycle unit_free);

  /// Number of accesses that wait in front of the queue.
  std::size_t size() const { return waiting_.size(); }
  /// When the first of them leaves; kNever: none waits.
  Cycle next() const { return next_; }
  /// Removes the accesses that have left before cycle `until`.
  void advance(Cycle until) {
    while (next_ < until) remove_first();
  }

 private:
  struct Waiting {
    Cycle ready = 0, unit_free = 0;  ///< as in Planned
    Cycle leaves = 0;                ///< cycle in which the access leaves for the banks
    std::uint32_t answer = 0;  ///< number of the access's scheduled answer in the access table
    std::uint32_t bank_cycles = 0;
    LaneMask lanes = 0;
    std::uint8_t kernel = 0;
  };
  void remove_first() {
    waiting_.pop();
    next_ = waiting_.empty() ? kNever : waiting_.front().leaves;
  }

  AccessTable& table_;
  std::uint32_t latency_;
  RingQueue<Waiting> waiting_;
  Cycle next_ = kNever;
};

inline Cycle BankPlan::add(const Planned& access) {
  const AccessMember& member = access.member;
  const Cycle leaves = std::max({member.issued_at, access.ready, access.unit_free});
  const std::uint32_t answer = table_.schedule_whole(
      leaves + latency_ + access.bank_cycles - 1,
      {kNoEntry, member.owner, member.pc, access.kind, Level::shared, member.issued_at});
  if (waiting_.empty()) next_ = leaves;
  waiting_.push({access.ready, access.unit_free, leaves, answer, access.bank_cycles, member.lanes,
                 access.kernel});
  return leaves + access.bank_cycles;
}

[[gnu::cold]] inline Cycle BankPlan::requeue(AccessQueue& queue, Cycle now, Cycle unit_free) {
  if (waiting_.empty()) return unit_free;
  // The unit tries the first access as soon as it is free. From then on it waits for the addresses.
  const Waiting& first = waiting_.front();
  const Cycle free = now > first.unit_free ? first.leaves : first.unit_free;
  queue.retry_at = 0;
  const std::size_t behind = queue.ids.size();
  for (; !waiting_.empty(); remove_first()) {
    const Waiting& planned = waiting_.front();
    const FinishedAccess known = table_.whole(planned.answer);
    table_.cancel_whole(planned.answer);
    const std::uint32_t id = table_.open(known.kind, planned.kernel);
    Access& access = table_[id];
    access.ready = planned.ready;
    access.bank_cycles = planned.bank_cycles;
    access.bank_latency = latency_;
    access.bank_lanes = planned.lanes;
    table_.join(id, {.owner = known.owner,
                     .pc = known.pc,
                     .lanes = planned.lanes,
                     .issued_at = known.issued_at});
    table_.expect_answers(id);
    queue.ids.push(id);
  }
  for (std::size_t i = 0; i < behind; ++i) {
    queue.ids.push(std::uint32_t{queue.ids.front()});
    queue.ids.pop();
  }
  return free;
}

}  // namespace heddle::core
