#include "heddle/core/residents/peer_waits.hpp"

#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/meeting.hpp"

namespace heddle::core {
namespace {

exec::PartMask live_parts(const exec::Warp& warp) {
  exec::PartMask live = 0;
  for (unsigned part = 0; part < warp.parts.size(); ++part)
    if (!warp.done(part)) live |= static_cast<exec::PartMask>(1u << part);
  return live;
}

}  // namespace

const PeerWaits::Release* PeerWaits::arrive(std::uint16_t entity, Pc pc,
                                            const exec::BarrierArrival& arrival) {
  const unsigned context = contexts_.names.warp_of(entity);
  const exec::Warp& warp = contexts_.warps[context];
  EntityTable::State& state = contexts_.table[entity];
  state.barrier_pc = pc;
  state.barrier = arrival.id;
  const bool waits = arrival.kind != exec::BarrierKind::arrive;
  if (waits) conditions_.set(entity, Condition::barrier);
  const auto whole = contexts_.arrivals[context].arrive(contexts_.names.part_of(entity),
                                                        live_parts(warp), arrival);
  if (!whole) return nullptr;
  if (waits) tell_reached(state.block_slot);
  ResidentBlock& resident = contexts_.blocks[state.block_slot];
  return resident.barriers.arrive(warp.index, *whole) ? release(resident, state.block_slot)
                                                      : nullptr;
}

const PeerWaits::Release* PeerWaits::end(std::uint16_t entity) {
  const unsigned context = contexts_.names.warp_of(entity);
  const exec::Warp& warp = contexts_.warps[context];
  if (!warp.done()) return contexts_.shape.parts == 1 ? nullptr : end_part(context);
  ResidentBlock& resident = contexts_.block_of(entity);
  return resident.barriers.exited(warp.index)
             ? release(resident, contexts_.table[entity].block_slot)
             : nullptr;
}

const PeerWaits::Release* PeerWaits::end_part(unsigned context) {
  const exec::Warp& warp = contexts_.warps[context];
  const std::uint16_t block_slot = contexts_.block_slot_of(context);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  while (const auto whole = contexts_.arrivals[context].exited(live_parts(warp))) {
    tell_reached(block_slot);
    if (resident.barriers.arrive(warp.index, *whole)) return release(resident, block_slot);
  }
  return nullptr;
}

const PeerWaits::Release* PeerWaits::release(ResidentBlock& resident, std::uint16_t block_slot) {
  release_.block_slot = block_slot;
  release_.warps = 0;
  release_.entities.clear();
  const std::uint32_t barrier = resident.barriers.released_barrier();
  for (exec::BlockWarps left = resident.barriers.released(); left != 0; left &= left - 1) {
    const unsigned context = resident.contexts[static_cast<unsigned>(std::countr_zero(left))];
    const std::size_t before = release_.entities.size();
    contexts_.for_each_part(context, [&](std::uint16_t entity) {
      const EntityTable::State& state = contexts_.table[entity];
      if (state.condition != Condition::barrier || state.barrier != barrier) return;
      exec::Warp& warp = contexts_.warps[context];
      exec::complete_barrier(warp, state.barrier_pc, warp.active(contexts_.names.part_of(entity)),
                             resident.barriers.value());
      release_.entities.push_back(entity);
    });
    release_.warps += release_.entities.size() != before ? 1 : 0;
  }
  return &release_;
}

void PeerWaits::tell_reached(std::uint16_t block_slot) {
  policies_.tell("barrier_reached",
                 [&](policy::SmPolicy& policy) { policy.barrier_reached(block_slot); });
}

void PeerWaits::await_parts(std::uint16_t entity) {
  const unsigned context = contexts_.names.warp_of(entity);
  const unsigned own = contexts_.names.part_of(entity);
  const exec::Warp& warp = contexts_.warps[context];
  const exec::PartMask wanted = exec::parts_that_meet(warp, own);
  bool all = true;
  contexts_.for_each_part(context, wanted, [&](std::uint16_t peer) {
    if (peer == entity) return;
    all &= contexts_.table[peer].condition == Condition::meeting &&
           exec::at_same_place(warp, own, contexts_.names.part_of(peer));
  });
  if (!all) return conditions_.set(entity, Condition::meeting);
  contexts_.table[entity].issues_with = wanted;
  conditions_.set(entity, Condition::ready);
}

void PeerWaits::recheck_parts(unsigned context) {
  contexts_.for_each_part(context, live_parts(contexts_.warps[context]), [&](std::uint16_t entity) {
    if (contexts_.table[entity].condition == Condition::meeting) await_parts(entity);
  });
}

}  // namespace heddle::core
