#include "heddle/core/entity_conditions.hpp"

namespace heddle::core {

using policy::LongWait;

void EntityConditions::tell_change(std::uint16_t entity) {
  const LongWait wait = long_wait(entity);
  if (wait == waits_[entity]) return;
  waits_[entity] = wait;
  policies_.tell("waits", [&](policy::SmPolicy& policy) { policy.waits(entity, wait); });
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
    case Condition::scoreboard_memory:
      return state.scoreboard.waits_for_far(state.next->uses) ? LongWait::memory : LongWait::none;
    default:
      return LongWait::none;
  }
}

}  // namespace heddle::core
