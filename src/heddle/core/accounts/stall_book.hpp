// The stall book of an SM. It books every cycle of every issue slot for exactly one reason, and for
// one kernel. Cycles that the SM sleeps through are booked later, since each entity waited for the
// same thing in all of these cycles. If nobody observes the SM, the cycles in which a slot waits
// for one reason are a span, which is booked when it ends. It has all cycles of the slot that are
// not booked yet.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "heddle/core/accounts/kernel_shares.hpp"
#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::core {

/// The reasons in order of precedence. A cycle in which a slot issues nothing is booked for the
/// first condition in this list that holds for one of the slot's entities.
inline constexpr std::array<std::pair<Condition, model::Stall>, 10> kStallOrder = {
    {{Condition::ready, model::Stall::pipeline},
     {Condition::scoreboard_memory, model::Stall::scoreboard_memory},
     {Condition::scoreboard_compute, model::Stall::scoreboard_compute},
     {Condition::memory_order, model::Stall::memory_order},
     {Condition::service, model::Stall::service},
     {Condition::barrier, model::Stall::barrier},
     {Condition::meeting, model::Stall::barrier},
     {Condition::fetch, model::Stall::fetch},
     {Condition::draining, model::Stall::drain},
     {Condition::stopped, model::Stall::stopped}}};

class StallBook {
 public:
  StallBook(Contexts& contexts, PolicyBoundary& policies, const IssueGate& gate,
            const SmProbe& probe);
  StallBook(const StallBook&) = delete;
  StallBook& operator=(const StallBook&) = delete;

  /// Books that the slot issues an instruction of the entity at `now`.
  template <typename Shape = GeneralShape>
  void book_issue(unsigned slot, unsigned entity, Cycle now) {
    book<Shape>(slot, model::Stall::issued, now, 1, entity);
  }
  /// Books that the slot's scheduler picks none of its candidates at `now`.
  template <typename Shape = GeneralShape>
  void book_refusal(unsigned slot, Cycle now) {
    if (Shape::kMayTellPolicies && policies_.has_selective_scheduler())
      return book_looks(slot, now, now + 1);
    book<Shape>(slot, model::Stall::throttled, now, 1);
  }
  /// Books the cycles from `from` up to, not including, `until` for a slot that has no candidate in
  /// them. Nothing happens in these cycles.
  template <typename Shape = GeneralShape>
  void book_stall(unsigned slot, Cycle from, Cycle until) {
    if (Shape::kMayTellPolicies && policies_.has_selective_scheduler())
      return book_looks(slot, from, until);
    if (has_spans<Shape>()) return extend_span(slot, from, until);
    book<Shape>(slot, current_reason<Shape>(slot), from, until - from);
  }
  /// Notes that the cycles of all slots before `until` are booked.
  void close(Cycle until) { accounted_ = until; }
  Cycle accounted() const { return accounted_; }
  /// Notes that nothing happens in the cycles before `until`.
  template <typename Shape>
  void pass(Cycle until) {
    if (accounted_ < until) account_slots<Shape>(until);
  }
  /// Books the cycles before `until`, in which nothing has happened.
  void account(Cycle until) {
    end_spans();
    pass<GeneralShape>(until);
  }
  /// Books the spans of all slots. Call it before calls for another shape.
  void end_spans() {
    for (unsigned slot = 0; slot < stalls_.size(); ++slot)
      end_span(slot, std::max(accounted_, until_[slot]));
  }

  /// Notes that a block has come or has left.
  void note_kernels() {
    end_spans();
    shares_.note_kernels();
  }
  bool has_blocks() const { return !shares_.has_none(); }

  /// Returns the sums over all slots that would result from account(until).
  model::StallCounters sums(Cycle until) const;
  /// Returns the slot's cycles that belong to the kernel. Adds all cycles in which the slot had no
  /// warp.
  model::StallCounters of(unsigned kernel, unsigned slot) const { return shares_.of(kernel, slot); }

 private:
  template <typename Shape>
  void account_slots(Cycle until);
  /// Whether the cycles in which a slot waits are booked by spans. Where kernels meet, the book
  /// must ask for each cycle which entity waits.
  template <typename Shape>
  bool has_spans() const {
    return !Shape::kMayBeObserved && !shares_.has_several();
  }
  /// Adds the cycles to the slot's span. If the slot's entities have changed so that they wait for
  /// another reason, the span ends before these cycles, and another one begins.
  [[gnu::always_inline]] void extend_span(unsigned slot, Cycle from, Cycle until) {
    const auto members = model::as<model::NarrowMask>(contexts_.slot_members[slot]);
    if (contexts_.table.take_changes(members)) begin_span(slot, reason_among(members), from);
    until_[slot] = until;
  }
  [[gnu::always_inline]] void begin_span(unsigned slot, model::Stall reason, Cycle from) {
    if (reason == reasons_[slot]) return;
    end_span(slot, from);
    reasons_[slot] = reason;
  }
  /// Books the cycles of the slot before `until` that are not booked yet.
  [[gnu::noinline]] void end_span(unsigned slot, Cycle until) {
    stalls_[slot].add(reasons_[slot], until - stalls_[slot].total());
  }
  /// `issued`: the entity whose instruction the slot issues.
  template <typename Shape = GeneralShape>
  void book(unsigned slot, model::Stall reason, Cycle from, Cycle cycles,
            unsigned issued = model::kNoEntity) {
    stalls_[slot].add(reason, cycles);
    until_[slot] = from + cycles;
    if (shares_.has_several()) book_kernel(slot, reason, cycles, issued);
    if (Shape::kMayBeObserved && reason != model::Stall::issued)
      probe_.show_stall(slot, reason, from, cycles);
  }
  /// Books the cycles for a kernel: the kernel of the issued entity or, without an issue, the
  /// kernel of the first entity to which the reason applies.
  void book_kernel(unsigned slot, model::Stall reason, Cycle cycles, unsigned issued);
  void book_looks(unsigned slot, Cycle from, Cycle until);
  /// Returns the reason for a cycle in which the slot does not issue.
  template <typename Shape = GeneralShape>
  model::Stall stall_reason(unsigned slot) const {
    return !Shape::kMayBeWide || contexts_.are_few ? reason_of<model::NarrowMask>(slot)
                                                   : reason_of<model::EntityMask>(slot);
  }
  template <typename Mask>
  model::Stall reason_of(unsigned slot) const;
  /// As stall_reason(). Looks only at slots whose entities have changed since the last call.
  template <typename Shape>
  model::Stall current_reason(unsigned slot) {
    return !Shape::kMayBeWide || contexts_.are_few ? current_reason_of<model::NarrowMask>(slot)
                                                   : current_reason_of<model::EntityMask>(slot);
  }
  template <typename Mask>
  model::Stall current_reason_of(unsigned slot);
  /// The reason for a slot none of whose entities the gate holds.
  template <typename Mask>
  model::Stall reason_among(const Mask& members) const;
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

  Contexts& contexts_;
  PolicyBoundary& policies_;
  const IssueGate& gate_;
  const SmProbe& probe_;
  Cycle accounted_ = 0;  ///< all slots are booked for the cycles before this one
  std::vector<model::StallCounters> stalls_;  ///< by issue slot
  /// By issue slot: its reason when its entities last changed, if the gate holds none of them.
  std::vector<model::Stall> reasons_;
  /// By issue slot: its span has the cycles before this one and before `accounted_`.
  std::vector<Cycle> until_;
  KernelShares shares_;
};

template <typename Mask>
model::Stall StallBook::reason_of(unsigned slot) const {
  const auto& members = model::as<Mask>(contexts_.slot_members[slot]);
  if (model::as<Mask>(gate_.held()).intersects(members)) return model::Stall::throttled;
  return reason_among(members);
}

template <typename Mask>
model::Stall StallBook::current_reason_of(unsigned slot) {
  const auto& members = model::as<Mask>(contexts_.slot_members[slot]);
  if (model::as<Mask>(gate_.held()).intersects(members)) return model::Stall::throttled;
  // Where a warp can be without a slot, the members of slots change, too.
  if (contexts_.table.take_changes(members) || contexts_.may_be_away) [[unlikely]]
    reasons_[slot] = reason_among(members);
  return reasons_[slot];
}

template <typename Mask>
[[gnu::always_inline]] inline model::Stall StallBook::reason_among(const Mask& members) const {
  for (const auto& [condition, reason] : kStallOrder) {
    if (model::as<Mask>(contexts_.table.in(condition)).intersects(members)) return reason;
  }
  return without_warp();
}

template <typename Shape>
void StallBook::account_slots(Cycle until) {
  if (Shape::kMayBeObserved) probe_.show_held(gate_.held());
  if (!has_spans<Shape>() || contexts_.table.has_changes())
    for (unsigned slot = 0; slot < stalls_.size(); ++slot)
      book_stall<Shape>(slot, accounted_, until);
  accounted_ = until;
}

}  // namespace heddle::core
