#include "heddle/core/accounts/stall_book.hpp"

#include <array>
#include <utility>

namespace heddle::core {

using model::EntityMask;
using model::Stall;

StallBook::StallBook(Contexts& contexts, PolicyBoundary& policies, const IssueGate& gate,
                     const SmProbe& probe)
    : contexts_(contexts),
      policies_(policies),
      gate_(gate),
      probe_(probe),
      stalls_(contexts.shape.slots),
      reasons_(contexts.shape.slots, Stall::empty),
      until_(contexts.shape.slots, 0),
      shares_(contexts.blocks, stalls_) {}

Stall StallBook::stall_reason(unsigned slot, const EntityMask& looked_at) const {
  const EntityMask& members = contexts_.slot_members[slot];
  if (gate_.held().intersects(members)) return Stall::throttled;
  for (const auto& [condition, reason] : kStallOrder) {
    // Ended and stopped entities belong to no scheduler.
    const bool gone = condition == Condition::draining || condition == Condition::stopped;
    if (contexts_.table.in(condition).intersects(gone ? members : looked_at)) return reason;
  }
  return without_warp();
}

Stall StallBook::without_warp() const { return contexts_.away.any() ? Stall::away : Stall::empty; }

bool StallBook::wait_alike(const EntityMask& members) const {
  unsigned conditions = 0;
  for (const auto& [condition, reason] : kStallOrder)
    conditions += contexts_.table.in(condition).intersects(members) ? 1 : 0;
  return conditions <= 1;
}

void StallBook::book_looks(unsigned slot, Cycle from, Cycle until) {
  if (until != from + 1 && is_one_reason(contexts_.slot_members[slot]))
    return book(slot, stall_reason(slot), from, until - from);
  while (from < until) {
    const auto look = policies_.look(slot, contexts_.slot_members[slot], from, until);
    book(slot, stall_reason(slot, look.entities), from, look.until - from);
    from = look.until;
  }
}

void StallBook::book_kernel(unsigned slot, Stall reason, Cycle cycles, unsigned issued) {
  unsigned entity = issued;
  const EntityMask& members = contexts_.slot_members[slot];
  for (const auto& [condition, booked] : kStallOrder) {
    if (entity != model::kNoEntity) break;
    const bool is_this =
        booked == reason || (reason == Stall::throttled && condition == Condition::ready);
    if (is_this && contexts_.table.in(condition).intersects(members))
      entity = (contexts_.table.in(condition)&members).first();
  }
  if (reason == Stall::away) entity = contexts_.away.first();
  if (entity != model::kNoEntity)
    shares_.book(slot, contexts_.table[entity].kernel, reason, cycles);
}

model::StallCounters StallBook::sums(Cycle until) const {
  model::StallCounters sum;
  for (unsigned slot = 0; slot < stalls_.size(); ++slot) {
    sum += stalls_[slot];
    sum.add(reasons_[slot], std::max(accounted_, until_[slot]) - stalls_[slot].total());
    if (until <= accounted_) continue;
    if (is_one_reason(contexts_.slot_members[slot])) {
      sum.add(stall_reason(slot), until - accounted_);
      continue;
    }
    Cycle from = accounted_;
    for (const auto& look : policies_.looks(slot, contexts_.slot_members[slot], from, until)) {
      sum.add(stall_reason(slot, look.entities), look.until - from);
      from = look.until;
    }
  }
  return sum;
}

}  // namespace heddle::core
