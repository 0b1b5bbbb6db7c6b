#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

using policy::LongWait;

void EntityConditions::tell_change(std::uint16_t entity) {
  const LongWait wait = long_wait(entity);
  if (away_ != nullptr && table_[entity].condition == Condition::ready && away_->test(entity))
    table_.set_condition(entity, Condition::away);
  const bool changed = wait != waits_[entity];
  if (away_ != nullptr && changed && waits_[entity] == LongWait::memory) forget_misses(entity);
  if (!changed && away_ == nullptr) return;
  waits_[entity] = wait;
  if (changed)
    policies_.tell("waits", [&](policy::SmPolicy& policy) { policy.waits(entity, wait); });
  if (waits_for_miss(entity)) policies_.residency().misses(entity);
}

void EntityConditions::watch_misses(const model::EntityMask& away) {
  away_ = &away;
  missed_.resize(waits_.size());
}

EntityConditions::Missed EntityConditions::folded(const Dependencies& of) {
  Missed all{of.rows, of.predicates};
  for (const RowWord& word : of.more) all.rows |= word.bits;
  return all;
}

[[gnu::cold, gnu::noinline]] void EntityConditions::miss(std::uint16_t entity,
                                                         const Dependencies& writes) {
  const Missed writes_missed = folded(writes);
  missed_[entity].rows |= writes_missed.rows;
  missed_[entity].predicates |= writes_missed.predicates;
  if (waits_for_miss(entity)) policies_.residency().misses(entity);
}

/// Drops the misses of results for which the entity has waited, since these results have arrived.
void EntityConditions::forget_misses(std::uint16_t entity) {
  if (table_[entity].next == nullptr) return;
  const Missed come = folded(table_[entity].next->uses);
  missed_[entity].rows &= ~come.rows;
  missed_[entity].predicates &= ~come.predicates;
}

bool EntityConditions::waits_for_miss(std::uint16_t entity) const {
  if (missed_.empty() || waits_[entity] != LongWait::memory) return false;
  const Missed uses = folded(table_[entity].next->uses);
  return (uses.rows & missed_[entity].rows) != 0 ||
         (uses.predicates & missed_[entity].predicates) != 0;
}

LongWait EntityConditions::long_wait(std::uint16_t entity) const {
  const EntityTable::State& state = table_[entity];
  switch (state.condition) {
    case Condition::barrier:
    case Condition::meeting:
      return LongWait::peers;
    case Condition::memory_order:
      return LongWait::fence;
    case Condition::service:
      return LongWait::host;
    case Condition::stopped:
      return LongWait::leaving;
    case Condition::scoreboard_memory:
      return state.scoreboard.waits_for_far(state.next->uses) ? LongWait::memory : LongWait::none;
    default:
      return LongWait::none;
  }
}

}  // namespace heddle::core
