// The stall book of an SM: every cycle of every issue slot is booked for exactly one reason, and
// for the kernel that the cycle belongs to. Cycles that the SM sleeps through are booked later, as
// what its entities waited for all that time.
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
  /// The slot issues an instruction of the entity at `now`.
  template <bool kPlain = false>
  void book_issue(unsigned slot, unsigned entity, Cycle now) {
    book<kPlain>(slot, model::Stall::issued, now, 1, entity);
  }
  /// The slot's scheduler picks none of its candidates at `now`.
  template <bool kPlain = false>
  void book_refusal(unsigned slot, Cycle now) {
    if (!kPlain && policies_.has_selective_scheduler()) return book_looks(slot, now, now + 1);
    book<kPlain>(slot, model::Stall::throttled, now, 1);
  }
  /// The slot has no candidate from `from` on, and nothing happens until `until`.
  template <bool kPlain = false>
  void book_stall(unsigned slot, Cycle from, Cycle until) {
    if (!kPlain && policies_.has_selective_scheduler()) return book_looks(slot, from, until);
    book<kPlain>(slot, stall_reason<kPlain>(slot), from, until - from);
  }
  /// All slots are booked up to `until`, which is not included.
  void close(Cycle until) { accounted_ = until; }
  Cycle accounted() const { return accounted_; }
  /// Books the cycles up to `until` in which nothing has happened.
  template <bool kPlain = false>
  void account(Cycle until) {
    if (accounted_ < until) account_slots<kPlain>(until);
  }

  /// A block has come or has left.
  void note_kernels() { shares_.note_kernels(); }
  bool has_blocks() const { return !shares_.has_none(); }

  /// Sums over all slots, as they would be after account(until).
  model::StallCounters sums(Cycle until) const;
  /// The slot's cycles that are the kernel's, and all those in which the slot had no warp.
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
  /// Books for the kernel of the entity that issued, or else of the first entity for which the
  /// reason holds.
  void book_kernel(unsigned slot, model::Stall reason, Cycle cycles, unsigned issued);
  void book_looks(unsigned slot, Cycle from, Cycle until);
  /// The reason of a cycle in which the slot does not issue.
  template <bool kPlain = false>
  model::Stall stall_reason(unsigned slot) const {
    return kPlain || contexts_.are_few ? reason_of<model::NarrowMask>(slot)
                                       : reason_of<model::EntityMask>(slot);
  }
  template <typename Mask>
  model::Stall reason_of(unsigned slot) const;
  /// The same, where the slot's scheduler looks at these entities alone.
  model::Stall stall_reason(unsigned slot, const model::EntityMask& looked_at) const;
  /// The reason where none of the slot's warps gives one.
  model::Stall without_warp() const;
  /// Whether all cycles until something happens have the same reason, whichever entities the
  /// scheduler looks at. A throttle's gate changes what such a scheduler looks at, so that
  /// scheduler is asked for each cycle.
  bool is_one_reason(const model::EntityMask& members) const {
    return !policies_.has_selective_scheduler() || (!gate_.exists() && wait_alike(members));
  }
  bool wait_alike(const model::EntityMask& members) const;

  const Contexts& contexts_;
  PolicyBoundary& policies_;
  const IssueGate& gate_;
  const SmProbe& probe_;
  Cycle accounted_ = 0;                       ///< all slots are booked up to here
  std::vector<model::StallCounters> stalls_;  ///< by issue slot
  KernelShares shares_;
};

}  // namespace heddle::core
