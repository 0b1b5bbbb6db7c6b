// What entities wait for: barriers of their block and warp-wide instructions for which the parts of
// a warp have to meet; and which waits are long ones.

#include <bit>

#include "heddle/core/sm.hpp"

namespace heddle::core {
namespace {

exec::PartMask live_parts(const exec::Warp& warp) {
  exec::PartMask live = 0;
  for (unsigned part = 0; part < warp.parts.size(); ++part)
    if (!warp.done(part)) live |= static_cast<exec::PartMask>(1u << part);
  return live;
}

/// Calls visit(part) for each part of the mask.
template <typename Visit>
void for_each_part(exec::PartMask parts, Visit&& visit) {
  for (unsigned left = parts; left != 0; left &= left - 1)
    visit(static_cast<unsigned>(std::countr_zero(left)));
}

}  // namespace

void Sm::note_wait(std::uint16_t entity) {
  const policy::LongWait wait = long_wait(entity);
  if (wait == long_waits_[entity]) return;
  long_waits_[entity] = wait;
  policies_.tell("waits", [&](policy::SmPolicy& policy) { policy.waits(entity, wait); });
}

void Sm::tell_barrier_reached(std::uint16_t block_slot) {
  policies_.tell("barrier_reached",
                 [&](policy::SmPolicy& policy) { policy.barrier_reached(block_slot); });
}

policy::LongWait Sm::long_wait(std::uint16_t entity) const {
  using policy::LongWait;
  const EntityTable::State& state = contexts_.table[entity];
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

void Sm::arrive_at_barrier(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  const unsigned context = contexts_.names.warp_of(entity);
  const exec::Warp& warp = contexts_.warps[context];
  ResidentBlock& resident = contexts_.blocks[contexts_.table[entity].block_slot];
  contexts_.table[entity].barrier_pc = step_.pc;
  contexts_.table[entity].barrier = step_.barrier.id;
  const bool waits = step_.barrier.kind != exec::BarrierKind::arrive;
  if (waits) set_condition(entity, Condition::barrier);
  const auto whole = contexts_.arrivals[context].arrive(contexts_.names.part_of(entity),
                                                        live_parts(warp), step_.barrier);
  if (whole) {
    if (waits) tell_barrier_reached(contexts_.table[entity].block_slot);
    if (resident.barriers.arrive(warp.index, *whole)) release_from_barrier(resident, now);
  }
  if (!waits) advance(entity, decoded, now);
}

void Sm::release_from_barrier(ResidentBlock& resident, Cycle now) {
  watchdog_.note_effect(now);
  const std::uint32_t barrier = resident.barriers.released_barrier();
  unsigned released = 0;
  for (exec::BlockWarps left = resident.barriers.released(); left != 0; left &= left - 1) {
    const unsigned context = resident.contexts[static_cast<unsigned>(std::countr_zero(left))];
    bool waited = false;
    for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
      const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
      const EntityTable::State& state = contexts_.table[entity];
      if (state.condition != Condition::barrier || state.barrier != barrier) continue;
      waited = true;
      exec::complete_barrier(contexts_.warps[context], state.barrier_pc,
                             contexts_.warps[context].active(part), resident.barriers.value());
      go_to_next(entity, now, configuration_.sm.barrier_latency);
    }
    released += waited ? 1 : 0;
  }
  if (released != 0)
    policies_.tell("barrier_released", [&](policy::SmPolicy& policy) {
      policy.barrier_released(static_cast<unsigned>(&resident - contexts_.blocks.data()), released);
    });
}

void Sm::meet(std::uint16_t entity) {
  const unsigned context = contexts_.names.warp_of(entity), own = contexts_.names.part_of(entity);
  const exec::Warp& warp = contexts_.warps[context];
  const exec::PartMask wanted = exec::parts_that_meet(warp, own);
  bool all = true;
  for_each_part(wanted, [&](unsigned part) {
    if (part == own) return;
    all &= contexts_.table[contexts_.names.entity(context, part)].condition == Condition::meeting &&
           exec::at_same_place(warp, own, part);
  });
  if (!all) return set_condition(entity, Condition::meeting);
  contexts_.table[entity].issues_with = wanted;
  set_condition(entity, Condition::ready);
}

void Sm::part_ended(unsigned context, Cycle now) {
  const exec::Warp& warp = contexts_.warps[context];
  ResidentBlock& resident =
      contexts_.blocks[contexts_.table[contexts_.names.entity(context, 0)].block_slot];
  const exec::PartMask live = live_parts(warp);
  while (const auto whole = contexts_.arrivals[context].exited(live)) {
    tell_barrier_reached(contexts_.table[contexts_.names.entity(context, 0)].block_slot);
    if (resident.barriers.arrive(warp.index, *whole)) release_from_barrier(resident, now);
  }
  for_each_part(live, [&](unsigned part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    if (contexts_.table[entity].condition == Condition::meeting) meet(entity);
  });
}

}  // namespace heddle::core
