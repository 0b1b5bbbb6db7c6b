// The stall book of an SM. It books every cycle of every issue slot for exactly one reason, and for
// one kernel. Cycles that the SM sleeps through are booked later, since each entity waited for the
// same thing in all of these cycles.
#pragma once

#include <vector>

#include "heddle/core/accounts/kernel_shares.hpp"
#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::core {

class StallBook {
 public:
  StallBook(const Contexts& contexts, PolicyBoundary& policies, const IssueGate& gate,
            const SmProbe& probe);
  StallBook(const StallBook&) = delete;
  StallBook& operator=(const StallBook&) = delete;

  // `kPlain`: the SM is plain (plain_shape.hpp).
  /// Books that the slot issues an instruction of the entity at `now`.
  template <bool kPlain = false>
  void book_issue(unsigned slot, unsigned entity, Cycle now) {
    book<kPlain>(slot, model::Stall::issued, now, 1, entity);
  }
  /// Books that the slot's scheduler picks none of its candidates at `now`.
  template <bool kPlain = false>
  void book_refusal(unsigned slot, Cycle now) {
    if (!kPlain && policies_.has_selective_scheduler()) return book_looks(slot, now, now + 1);
    book<kPlain>(slot, model::Stall::throttled, now, 1);
  }
  /// Books the cycles from `from` up to, not including, `until` for a slot that has no candidate in
  /// them. Nothing happens in these cycles.
  template <bool kPlain = false>
  void book_stall(unsigned slot, Cycle from, Cycle until) {
    if (!kPlain && policies_.has_selective_scheduler()) return book_looks(slot, from, until);
    book<kPlain>(slot, stall_reason<kPlain>(slot), from, until - from);
  }
  /// Notes that the cycles of all slots before `until` are booked.
  void close(Cycle until) { accounted_ = until; }
  Cycle accounted() const { return accounted_; }
  /// Books the cycles before `until` in which nothing has happened.
  template <bool kPlain = false>
  void account(Cycle until) {
    if (accounted_ < until) account_slots<kPlain>(until);
  }

  /// Notes that a block has come or has left.
  void note_kernels() { shares_.note_kernels(); }
  bool has_blocks() const { return !shares_.has_none(); }

  /// Returns the sums over all slots that would result from account(until).
  model::StallCounters sums(Cycle until) const;
  /// Returns the slot's cycles that belong to the kernel. Adds all cycles in which the slot had no
  /// warp.
  model::StallCounters of(unsigned kernel, unsigned slot) const { return shares_.of(kernel, slot); }

 private:
  template <bool kPlain>
  void account_slots(Cycle until);
  /// `issued`: the entity whose instruction the slot issues.
  template <bool kPlain = false>
  void book(unsigned slot, model::Stall reason, Cycle from, Cycle cycles,
            unsigned issued = model::kNoEntity) {
    stalls_[slot].add(reason, cycles);
    if (shares_.has_several()) book_kernel(slot, reason, cycles, issued);
    if (!kPlain && reason != model::Stall::issued) probe_.show_stall(slot, reason, from, cycles);
  }
  /// Books the cycles for a kernel: the kernel of the issued entity or, without an issue, the
  /// kernel of the first entity to which the reason applies.
  void book_kernel(unsigned slot, model::Stall reason, Cycle cycles, unsigned issued);
  void book_looks(unsigned slot, Cycle from, Cycle until);
  /// Returns the reason for a cycle in which the slot does not issue.
  template <bool kPlain = false>
  model::Stall stall_reason(unsigned slot) const {
    return kPlain || contexts_.are_few ? reason_of<model::NarrowMask>(slot)
                                       : reason_of<model::EntityMask>(slot);
  }
  template <typename Mask>
  model::Stall reason_of(unsigned slot) const;
  /// Like above, for a scheduler that looks only at the entities `looked_at`.
  model::Stall stall_reason(unsigned slot, const model::EntityMask& looked_at) const;
  /// Returns the reason for a slot that has no entity in any of the listed conditions.
  model::Stall without_warp() const;
  /// Returns whether all cycles until the next event have the same reason, whichever entities the
  /// scheduler looks at. Always false for a selective scheduler behind a gate: the gate changes
  /// what the scheduler looks at, so the scheduler is called for each cycle.
  bool is_one_reason(const model::EntityMask& members) const {
    return !policies_.has_selective_scheduler() || (!gate_.exists() && wait_alike(members));
  }
  bool wait_alike(const model::EntityMask& members) const;

  const Contexts& contexts_;
  PolicyBoundary& policies_;
  const IssueGate& gate_;
  const SmProbe& probe_;
  Cycle accounted_ = 0;  ///< all slots are booked for the cycles before this one
  std::vector<model::StallCounters> stalls_;  ///< by issue slot
  KernelShares shares_;
};

}  // namespace heddle::core
