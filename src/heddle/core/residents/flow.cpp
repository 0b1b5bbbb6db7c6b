#include "heddle/core/residents/flow.hpp"

#include <algorithm>

#include "heddle/exec/memory/atomic_order.hpp"

namespace heddle::core {

Flow::Flow(const SmSpec& spec, bool ideal_fences, const Surroundings& around)
    : ideal_fences_(ideal_fences),
      one_at_a_time_(spec.issue_discipline == IssueDiscipline::one_at_a_time),
      branch_latency_(spec.branch_latency),
      barrier_latency_(spec.barrier_latency),
      contexts_(around.contexts),
      around_(around) {}

void Flow::start_launched(Cycle now) {
  for (const std::uint16_t entity : around_.residents.launched()) {
    around_.front_end.launch(entity);
    // A warp without a slot starts when it gets one, not here.
    const bool starts = contexts_.table[entity].condition == Condition::fetch;
    if (starts && !contexts_.away.test(entity)) go_on(entity, now, 0);
  }
  around_.residents.launched().clear();
}

void Flow::stop(std::uint16_t entity) {
  contexts_.table.set_next(entity, nullptr);
  if (contexts_.table.quiet(entity)) due_.push_back(entity);
  around_.conditions.set(entity, contexts_.table[entity].accesses != 0
                                     ? Condition::scoreboard_memory
                                     : Condition::scoreboard_compute);
}

void Flow::arrive(std::uint16_t entity, const DecodedInstruction& decoded, Pc pc,
                  const exec::BarrierArrival& arrival, Cycle now) {
  if (const PeerWaits::Release* const released = around_.peers.arrive(entity, pc, arrival))
    release(*released, now);
  if (arrival.kind == exec::BarrierKind::arrive) advance(entity, decoded, now);
}

void Flow::release(const PeerWaits::Release& released, Cycle now) {
  around_.watchdog.note_effect(now);
  for (const std::uint16_t entity : released.entities) go_on(entity, now, barrier_latency_);
  if (released.warps == 0) return;
  around_.policies.tell("barrier_released", [&](policy::SmPolicy& policy) {
    policy.barrier_released(released.block_slot, released.warps);
  });
}

void Flow::end(std::uint16_t entity, Cycle now) {
  const unsigned context = contexts_.names.warp_of(entity);
  contexts_.table.set_next(entity, nullptr);
  contexts_.table.set_condition(entity, Condition::draining);
  around_.probe.show_exit(entity, now);
  around_.policies.tell("warp_exited",
                        [&](policy::SmPolicy& policy) { policy.warp_exited(entity); });
  around_.watchdog.note_effect(now);
  while (const PeerWaits::Release* const released = around_.peers.end(entity))
    release(*released, now);
  if (contexts_.shape.parts != 1) around_.peers.recheck_parts(context);
  contexts_.table.wake_after_results(entity);
  around_.residents.drain(context, now);
}

void Flow::drain(Cycle now) {
  std::ranges::sort(drained_, {}, [this](std::uint16_t entity) {
    return contexts_.table[entity].results_at.last_number();
  });
  for (const std::uint16_t entity : drained_) take_result(contexts_.table[entity], entity, now);
  drained_.clear();
}

void Flow::look_beyond_registers(std::uint16_t entity) {
  EntityTable::State& state = contexts_.table[entity];
  if (state.next == nullptr) {
    if (contexts_.table.quiet(entity)) due_.push_back(entity);
    return;
  }
  const DecodedInstruction& next = *state.next;
  if (state.fencing) {
    if (state.accesses != 0 && !ideal_fences_)
      return around_.conditions.set(entity, Condition::memory_order);
    state.fencing = false;
  }
  Condition wanted = contexts_.table.await_registers(entity);
  if (wanted == Condition::ready && (next.waits_for_all || one_at_a_time_) &&
      !contexts_.table.quiet(entity)) {
    wanted = state.accesses != 0 ? Condition::scoreboard_memory : Condition::scoreboard_compute;
    contexts_.table.wake_after_results(entity);
  }
  if (wanted == Condition::ready && next.may_order && must_wait_for_atomic(entity))
    wanted = Condition::memory_order;
  if (wanted == Condition::ready && next.waits_for_copies && must_wait_for_copies(entity))
    wanted = Condition::memory_order;
  if (wanted == Condition::ready && next.lane_dependence != exec::LaneDependence::no &&
      contexts_.shape.parts != 1)
    return around_.peers.await_parts(entity);
  around_.conditions.set(entity, wanted);
}

bool Flow::must_wait_for_atomic(std::uint16_t entity) const {
  for (const std::uint32_t id : contexts_.table[entity].atomics) {
    if (exec::next_access_overlaps(contexts_.warp_of(entity), contexts_.names.part_of(entity),
                                   around_.load_store.atomic(id)))
      return true;
  }
  return false;
}

bool Flow::must_wait_for_copies(std::uint16_t entity) const {
  if (!contexts_.table[entity].copies) return false;
  const exec::StackEntry& path = contexts_.warp_of(entity).path(contexts_.names.part_of(entity));
  const isa::Instruction& next = contexts_.warp_of(entity).block->grid->program->code[path.pc];
  const AsyncCopies& copies = contexts_.copies;
  if (next.op == isa::Op::bulk_wait)
    return contexts_.bulk_copies.must_wait_for_groups(entity, path.lanes, next.modifiers.immediate);
  return next.op == isa::Op::cp_async_wait_all
             ? copies.must_wait_for_all(entity, path.lanes)
             : copies.must_wait_for_groups(entity, path.lanes, next.modifiers.immediate);
}

}  // namespace heddle::core
