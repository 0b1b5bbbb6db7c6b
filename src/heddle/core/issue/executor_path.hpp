// The path of an instruction through the executor, for each shape of an SM: issue, operands,
// pipeline, result or access, write-back. Only the cycle of an SM and the executor include this
// file.
#pragma once

#include "heddle/core/issue/bulk_accesses.hpp"
#include "heddle/core/issue/executor.hpp"
#include "heddle/exec/step/cluster.hpp"

namespace heddle::core {

/// Local memory lies above all device memory. Each kernel slot of each SM has an address range of
/// its own, and each context has a part of that range.
constexpr Addr kLocalBase = Addr{1} << 52;
constexpr Addr kLocalSpan = Addr{1} << 38;

/// Returns the base of the addresses in local memory of the entity's accesses. This is the entity's
/// local memory or, where warps are formed, the local memory of all contexts.
template <typename Shape>
Addr local_base(const Contexts& contexts, std::uint16_t sm, unsigned entity) {
  const Addr base =
      kLocalBase + (Addr{sm} * kKernelSlots + contexts.table[entity].kernel) * kLocalSpan;
  if (contexts.is_formed<Shape>(entity)) return base;
  return base + contexts.context_of<Shape>(entity) * local_bytes_of_warp(contexts.warp_of(entity));
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::execute(unsigned slot, std::uint16_t entity,
                                                     Cycle now) {
  EntityTable::State& state = contexts_.table[entity];
  const DecodedInstruction& decoded = *state.next;
  prepare(state.kernel, now);
  const exec::PartMask parts = step<Shape>(state, entity);
  show_step<Shape>(slot, entity, decoded, now);
  around_.policies.issued<Shape>(slot, entity);
  if (!Shape::kMayCutWarps || parts == 0)
    execute_member<Shape>(state, entity, decoded, now);
  else
    execute_parts(entity, parts, decoded, now);
}

template <typename Shape>
[[gnu::always_inline]] inline exec::PartMask Executor::step(EntityTable::State& state,
                                                            std::uint16_t entity) {
  if constexpr (!Shape::kMayCutWarps) {
    exec::step(*state.warp, environment_, step_);
    return 0;
  } else if (contexts_.is_formed(entity)) {
    around_.paths->issued(entity);
    formed_step_.execute(entity, environment_, step_);
    return 0;
  } else {
    const exec::PartMask together = std::exchange(state.issues_with, exec::PartMask{0});
    const auto parts = static_cast<exec::PartMask>(1u << contexts_.part_of(entity) | together);
    exec::step(*state.warp, environment_, step_, parts);
    return together != 0 || around_.gangs.exists() ? parts : exec::PartMask{0};
  }
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::show_step(unsigned slot, std::uint16_t entity,
                                                       const DecodedInstruction& decoded,
                                                       Cycle now) {
  if (Shape::kMayBeObserved && around_.probe.tells<model::InstructionIssued>())
    around_.probe.show_issue(slot, contexts_.shown_as<Shape>(entity), decoded, step_, now);
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::execute_member(EntityTable::State& state,
                                                            std::uint16_t entity,
                                                            const DecodedInstruction& decoded,
                                                            Cycle now) {
  const Stay stay = enter_pipeline<Shape>(entity, decoded, now);
  if (Shape::kMayBeObserved) note_step(state, entity);
  count<Shape>(state, entity);
  if (decoded.may_offend && lanes_executed<Shape>(entity) != 0) [[unlikely]]
    contexts_.note_offence(entity, step_.pc);
  if (Shape::kMayTellPolicies && around_.policies.hears().issues) tell_issue(entity);
  if (Shape::kMayBeObserved)
    around_.probe.show_execution(contexts_.shown_as<Shape>(entity), step_, now);
  set_next<Shape>(state, entity, decoded);
  if (!take_effect<Shape>(state, entity, decoded, stay, now)) return;
  if (contexts_.is_formed<Shape>(entity))
    around_.paths->executed(entity, decoded, now);
  else
    around_.flow.advance<Shape>(entity, decoded, now);
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::set_next(EntityTable::State& state,
                                                      std::uint16_t entity,
                                                      const DecodedInstruction& decoded) {
  // The path unit decides where the threads of a formed warp continue.
  if (contexts_.is_formed<Shape>(entity)) return around_.front_end.issued<Shape>(entity, true);
  const exec::SimtStack& stack = state.warp->parts[contexts_.part_of<Shape>(entity)];
  const bool follows = !stack.empty() && stack.top().pc == step_.pc + 1;
  around_.front_end.issued<Shape>(entity, follows);
  if (follows)
    // Instructions lie in the order of their pcs.
    contexts_.table.set_next<Shape>(state, entity, &decoded + 1);
  else if (!stack.empty())
    contexts_.table.set_next<Shape>(state, entity,
                                    &contexts_.program_of(entity).at(stack.top().pc));
}

template <typename Shape>
[[gnu::always_inline]] inline Executor::Stay Executor::enter_pipeline(
    std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  if (Shape::kMayPaceLanes && pacing_.applies()) return enter_lane(entity, decoded, now);
  const unsigned group = contexts_.group_of<Shape>(entity);
  const Cycle ready =
      now + registers_.read(decoded.source_rows, contexts_.context_of<Shape>(entity), group, now);
  const Cycle start = around_.units.take<Shape>(group, decoded.unit, ready, decoded.occupancy);
  return {start, start + decoded.last_pass};
}

template <typename Shape>
[[gnu::always_inline]] inline bool Executor::take_effect(EntityTable::State& state,
                                                         std::uint16_t entity,
                                                         const DecodedInstruction& decoded,
                                                         const Stay& stay, Cycle now) {
  if (step_.kind != exec::StepKind::plain)
    return take_other_effect<Shape>(state, entity, decoded, stay, now);
  begin_result<Shape>(state, entity, decoded, stay.last);
  return true;
}

template <typename Shape>
bool Executor::take_other_effect(EntityTable::State& state, std::uint16_t entity,
                                 const DecodedInstruction& decoded, const Stay& stay, Cycle now) {
  has_effects_ = true;
  if (step_.wrote || step_.kind == exec::StepKind::system) around_.watchdog.note_effect(now);
  switch (step_.kind) {
    case exec::StepKind::memory:
    case exec::StepKind::atomic:
      begin_access<Shape>(state, entity, decoded, stay);
      return true;
    case exec::StepKind::barrier:
      // The path unit makes formed warps wait.
      if (contexts_.is_formed<Shape>(entity)) return true;
      around_.flow.arrive(entity, decoded, step_.pc, step_.barrier, now);
      return false;
    case exec::StepKind::fence:
      state.fencing = true;
      return true;
    case exec::StepKind::copy:
    case exec::StepKind::copy_commit:
    case exec::StepKind::copy_arrival:
    case exec::StepKind::bulk:
    case exec::StepKind::bulk_commit:
      take_copy<Shape>(state, entity, decoded, stay, now);
      return true;
    case exec::StepKind::system:
    case exec::StepKind::cluster_wait:
      want_service(entity, now);
      return false;
    case exec::StepKind::exit:
      exec::leave_cluster_barrier(*state.warp);
      return true;
    default:
      begin_result<Shape>(state, entity, decoded, stay.last);
      return true;
  }
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::count(const EntityTable::State& state,
                                                   std::uint16_t entity) {
  const auto threads = lane_count(lanes_executed<Shape>(entity));
  issued_.add(state.kernel, step_.pc, threads);
  KernelCounters& counters = around_.counters.kernels[state.kernel];
  ++counters.by_lanes[threads];
  if (step_.diverged) ++counters.divergent_branches;
  count_for(contexts_.views[entity], threads);
  if (contexts_.is_formed<Shape>(entity))
    count_for(contexts_.views[contexts_.shown_as<Shape>(entity)], threads);
}

template <typename Shape>
[[gnu::always_inline]] inline std::uint32_t Executor::issue_access(
    EntityTable::State& state, std::uint16_t entity, const DecodedInstruction& decoded,
    const Stay& stay) {
  const auto group = static_cast<std::uint16_t>(contexts_.group_of<Shape>(entity));
  const std::uint32_t id = around_.load_store.issue(
      entity, lanes_executed<Shape>(entity), state.kernel,
      {group, state.block_slot, decoded.is_scalar, stay.start, stay.last}, step_,
      local_base<Shape>(contexts_, sm_, entity), around_.counters.kernels.data());
  if (Shape::kMayPaceLanes && around_.load_store.keeps_lanes())
    around_.units.hold_open(group, stay.lane_free);
  ++state.accesses;
  return id;
}

template <typename Shape>
void Executor::take_copy(EntityTable::State& state, std::uint16_t entity,
                         const DecodedInstruction& decoded, const Stay& stay, Cycle now) {
  const LaneMask lanes = lanes_executed<Shape>(entity);
  if (step_.kind == exec::StepKind::copy_commit) return contexts_.copies.commit(entity, lanes);
  BulkCopies& bulk_copies = contexts_.bulk_copies;
  if (step_.kind == exec::StepKind::bulk_commit) return bulk_copies.commit(entity, lanes);
  if (step_.kind == exec::StepKind::bulk) {
    const std::uint32_t copy = bulk_copies.open(entity, lanes, step_.bulk);
    for_each_bulk_access(
        step_, [&] { bulk_copies.add(copy, issue_access<Shape>(state, entity, decoded, stay)); });
    bulk_copies.close(copy);
    state.copies = bulk_copies.has_any(entity) || contexts_.copies.has_any(entity);
    return around_.watchdog.note_effect(now);
  }
  const std::uint32_t id = issue_access<Shape>(state, entity, decoded, stay);
  if (step_.kind == exec::StepKind::copy_arrival)
    return arrive_with_copies(state, entity, lanes, now);
  contexts_.copies.copy(entity, lanes, id);
  state.copies = true;
}

template <typename Shape>
void Executor::begin_access(EntityTable::State& state, std::uint16_t entity,
                            const DecodedInstruction& decoded, const Stay& stay) {
  if (step_.access.lanes() == 0 || decoded.costs_as_move)
    return begin_result<Shape>(state, entity, decoded, stay.last);
  const bool deferred = step_.kind == exec::StepKind::atomic && step_.access.global != 0;
  const std::uint32_t id = issue_access<Shape>(state, entity, decoded, stay);
  if (deferred) {
    exec::AtomicRequest& request = around_.load_store.atomic(id);
    if (contexts_.is_formed<Shape>(entity))
      request = formed_step_.atomic();
    else
      exec::capture_atomic(*state.warp, step_, request);
    state.atomics.push_back(id);
  }
  const bool far = (step_.access.global | step_.access.local) != 0 ||
                   step_.access.kind == exec::AccessKind::texture;
  state.scoreboard.begin(decoded.writes,
                         far ? Scoreboard::From::far_memory : Scoreboard::From::near_memory);
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::begin_result(EntityTable::State& state,
                                                          std::uint16_t entity,
                                                          const DecodedInstruction& decoded,
                                                          Cycle entered) {
  if (decoded.writes.none()) return;
  const Cycle entry = Shape::kMayPaceLanes && pacing_.chains()
                          ? pacing_.entry(entity, lanes_executed(entity), decoded.is_scalar,
                                          entered, decoded.latency, decoded.writes)
                          : entered;
  const Cycle when = result_buses_.reserve(entry + decoded.latency);
  if constexpr (!Shape::kMayHearResults) {
    contexts_.table.begin_result(state, decoded.writes, when);
    return registers_.write_at(when, decoded.result_rows, entity);
  }
  contexts_.table.begin_heard_result(state, decoded.writes);
  around_.events.schedule(when, {.entity = entity, .instruction = &decoded});
}

template <typename Shape>
void Executor::write_back(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  write_registers<Shape>(entity, decoded, now);
  EntityTable::State& state = contexts_.table[entity];
  contexts_.table.end_heard_result(state, decoded.writes);
  if (Shape::kMayBeObserved) around_.probe.show_write_back(entity, decoded.pc, now);
  around_.flow.take_result<Shape>(state, entity, now);
}

template <typename Shape>
[[gnu::always_inline]] inline void Executor::write_registers(std::uint16_t entity,
                                                             const DecodedInstruction& decoded,
                                                             Cycle now) {
  if (Shape::kMayPaceLanes && pacing_.applies()) return;
  registers_.write(decoded.result_rows, contexts_.context_of<Shape>(entity),
                   contexts_.group_of<Shape>(entity), now);
}

template <typename Shape>
void Executor::finish_all(Cycle now) {
  for (const FinishedAccess& finished : around_.load_store.finished())
    finish_access<Shape>(finished, now);
  around_.load_store.finished().clear();
}

template <typename Shape>
void Executor::finish_access(const FinishedAccess& finished, Cycle now) {
  const std::uint16_t entity = finished.owner;
  EntityTable::State& state = contexts_.table[entity];
  if (!state.atomics.empty()) [[unlikely]]
    finish_atomic(state, finished);
  if (state.copies) [[unlikely]]
    finish_copy(state, finished, now);
  around_.load_store.release(finished.id);
  around_.counters.kernels[state.kernel].finish_access(finished.kind, finished.level,
                                                       now - finished.issued_at);
  if (Shape::kMayBeObserved) around_.probe.show_write_back(entity, finished.pc, now);
  const DecodedInstruction& decoded = contexts_.program_of(entity).at(finished.pc);
  write_registers<Shape>(entity, decoded, now);
  state.scoreboard.end(decoded.writes);
  --state.accesses;
  around_.flow.take_result<Shape>(state, entity, now);
}

}  // namespace heddle::core
