#include "heddle/core/eviction/stop_conditions.hpp"

#include "heddle/exec/sync/meeting.hpp"

namespace heddle::core {
namespace {

bool is_still(const Contexts& contexts, std::uint16_t entity) {
  const Condition condition = contexts.table[entity].condition;
  const bool still = condition == Condition::stopped || condition == Condition::barrier ||
                     condition == Condition::draining;
  return still && contexts.table.quiet(entity);
}

void stop(Contexts& contexts, EntityConditions& conditions, std::uint16_t entity) {
  contexts.table[entity].issues_with = 0;
  conditions.set(entity, Condition::stopped);
}

/// Returns whether the entity waits at a warp-wide instruction for a part that will never arrive.
bool waits_in_vain(const Contexts& contexts, std::uint16_t entity, bool shut) {
  const unsigned context = contexts.names.warp_of(entity);
  const exec::PartMask wanted =
      exec::parts_that_meet(contexts.warps[context], contexts.names.part_of(entity));
  bool in_vain = false;
  contexts.for_each_part(context, wanted, [&](std::uint16_t peer) {
    const Condition condition = contexts.table[peer].condition;
    in_vain |= condition == Condition::stopped || (shut && condition == Condition::barrier);
  });
  return in_vain;
}

}  // namespace

void stop_entities(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot,
                   bool at_points) {
  contexts.for_each_entity(block_slot, [&](std::uint16_t entity) {
    const EntityTable::State& state = contexts.table[entity];
    switch (state.condition) {
      case Condition::ready:
      case Condition::scoreboard_memory:
      case Condition::scoreboard_compute:
      case Condition::memory_order:
      case Condition::meeting:
        if (!at_points || state.next->is_point) stop(contexts, conditions, entity);
        break;
      default:;  // the entity waits where it can be saved, or for something that will come
    }
  });
}

/// Repeats the search until it stops no entity, since another entity may wait for one that has just
/// stopped.
void stop_meetings(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot) {
  for (bool changes = true; changes;) {
    changes = false;
    const bool shut = keeps_barriers_shut(contexts, block_slot);
    contexts.for_each_entity(block_slot, [&](std::uint16_t entity) {
      if (contexts.table[entity].condition != Condition::meeting ||
          !waits_in_vain(contexts, entity, shut))
        return;
      stop(contexts, conditions, entity);
      changes = true;
    });
  }
}

bool is_quiet(const Contexts& contexts, std::uint16_t block_slot) {
  bool quiet = true;
  contexts.for_each_entity(block_slot,
                           [&](std::uint16_t entity) { quiet &= is_still(contexts, entity); });
  return quiet;
}

bool keeps_barriers_shut(const Contexts& contexts, std::uint16_t block_slot) {
  bool has_stopped = false;
  contexts.for_each_entity(block_slot, [&](std::uint16_t entity) {
    has_stopped |= contexts.table[entity].condition == Condition::stopped;
  });
  return has_stopped || is_quiet(contexts, block_slot);
}

bool stays(const Contexts& contexts, unsigned context, bool shut) {
  bool stays = true;
  contexts.for_each_part(context, [&](std::uint16_t entity) {
    const bool waits = contexts.table[entity].condition == Condition::barrier;
    stays &= is_still(contexts, entity) && (!waits || shut);
  });
  return stays;
}

}  // namespace heddle::core
