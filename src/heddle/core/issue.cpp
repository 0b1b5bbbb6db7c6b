// What happens when an instruction issues, and when what it began comes back.

#include <algorithm>
#include <bit>

#include "heddle/core/sm.hpp"
#include "heddle/exec/atomic_order.hpp"

namespace heddle::core {

using exec::StepKind;

void Sm::execute(unsigned slot, std::uint16_t warp, Cycle now) {
  const DecodedInstruction& decoded = *table_[warp].next;
  environment_.clock = now;
  exec::step(warps_[warp], environment_, step_);
  if (watching_) watches_[warp].stepped(warps_[warp], step_);
  if (step_.wrote || step_.kind == StepKind::system) last_effect_ = now;
  count(step_, decoded, warp);
  if (listener_ != nullptr) observe_issue(slot, warp, decoded, now);
  scheduler_->issued(slot, warp);
  units_.take(decoded.unit, now, decoded.occupancy);
  switch (step_.kind) {
    case StepKind::memory:
    case StepKind::atomic:
      begin_access(warp, decoded, now);
      break;
    case StepKind::barrier:
      arrive_at_barrier(warp, decoded, now);
      return;
    case StepKind::fence:
      table_[warp].fencing = true;
      break;
    case StepKind::system:
      reports_.push_back({.kind = SmReport::Kind::service_wanted,
                          .kernel = table_[warp].kernel,
                          .warp = warp,
                          .pc = step_.pc,
                          .lanes = step_.executed,
                          .when = now});
      table_.set_condition(warp, Condition::service);
      return;
    case StepKind::exit:
      if (warps_[warp].done()) return end_warp(warp, now);
      break;
    default:
      begin_result(warp, decoded, step_.pc, now);
  }
  advance(warp, decoded, now);
}

void Sm::count(const exec::Step& step, const DecodedInstruction& decoded, std::uint16_t warp) {
  const auto threads = lane_count(step.executed);
  KernelCounters& counters = counters_[table_[warp].kernel];
  ++counters.warp_instructions;
  counters.thread_instructions += threads;
  counters.ptx_instructions += decoded.ptx_instructions;
  ++counters.by_lanes[threads];
  ++counters.by_class[static_cast<std::size_t>(decoded.op_class)];
  counters.divergent_branches += step.diverged ? 1 : 0;
  ++views_[warp].warp_instructions;
  views_[warp].thread_instructions += threads;
}

void Sm::begin_access(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now) {
  if (step_.access.lanes() == 0) return begin_result(warp, decoded, step_.pc, now);
  WarpTable::State& state = table_[warp];
  const bool deferred = step_.kind == StepKind::atomic && step_.access.global != 0;
  const std::uint32_t id =
      load_store_.issue(warp, state.kernel, step_, local_base(warp), counters_[state.kernel]);
  if (deferred) {
    exec::capture_atomic(warps_[warp], step_, load_store_.atomic(id));
    state.atomics.push_back(id);
  }
  ++state.accesses;
  table_.set_pending(warp, program_of(warp).writes(decoded), true);
}

void Sm::begin_result(std::uint16_t warp, const DecodedInstruction& decoded, Pc pc, Cycle now) {
  if (decoded.writes == 0) return;
  table_.set_pending(warp, program_of(warp).writes(decoded), false);
  ++table_[warp].results;
  events_.schedule(now + decoded.latency, {Event::Kind::write_back, 0, warp, pc});
}

void Sm::finish_access(const FinishedAccess& finished, Cycle now) {
  WarpTable::State& state = table_[finished.warp];
  if (const auto found = std::find(state.atomics.begin(), state.atomics.end(), finished.id);
      found != state.atomics.end()) {
    const exec::AtomicRequest& request = load_store_.atomic(finished.id);
    exec::complete_atomic(warps_[finished.warp], request, request.lanes);
    state.atomics.erase(found);
  }
  load_store_.release(finished.id);
  counters_[state.kernel].finish_access(finished.kind, finished.level, now - finished.issued_at);
  if (listener_ != nullptr) listener_->on(model::WriteBack{now, finished.pc, finished.warp});
  const DecodedProgram& program = program_of(finished.warp);
  table_.clear_pending(finished.warp, program.writes(program.at(finished.pc)));
  --state.accesses;
  something_came(finished.warp, now);
}

void Sm::advance(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now) {
  if (warps_[warp].done()) return end_warp(warp, now);
  if (decoded.control_flow && configuration_.sm.branch_latency > 1) {
    table_.set_condition(warp, Condition::fetch);
    events_.schedule(now + configuration_.sm.branch_latency, {Event::Kind::fetched, 0, warp, 0});
    return;
  }
  look_ahead(warp);
}

void Sm::something_came(std::uint16_t warp, Cycle now) {
  switch (table_[warp].condition) {
    case Condition::scoreboard_memory:
    case Condition::scoreboard_compute:
    case Condition::memory_order:
      look_ahead(warp);
      break;
    case Condition::draining:
      if (table_.quiet(warp)) drain(warp, now);
      break;
    default:;  // what it waits for, if for anything, is something else
  }
}

void Sm::look_ahead(std::uint16_t warp) {
  WarpTable::State& state = table_[warp];
  const DecodedProgram& program = program_of(warp);
  const DecodedInstruction& next = program.at(warps_[warp].pc());
  table_.set_next(warp, &next);
  if (state.fencing) {
    if (state.accesses != 0) return table_.set_condition(warp, Condition::memory_order);
    state.fencing = false;
  }
  Condition wanted = table_.scoreboard(warp, program.uses(next));
  if (wanted == Condition::ready && next.waits_for_all && !table_.quiet(warp)) {
    wanted = state.accesses != 0 ? Condition::scoreboard_memory : Condition::scoreboard_compute;
  }
  if (wanted == Condition::ready && next.may_order && must_wait_for_atomic(warp))
    wanted = Condition::memory_order;
  table_.set_condition(warp, wanted);
}

bool Sm::must_wait_for_atomic(std::uint16_t warp) const {
  for (const std::uint32_t id : table_[warp].atomics) {
    if (exec::next_access_overlaps(warps_[warp], 0, load_store_.atomic(id))) return true;
  }
  return false;
}

void Sm::arrive_at_barrier(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now) {
  ResidentBlock& resident = blocks_[table_[warp].block_slot];
  table_[warp].barrier_pc = step_.pc;
  const bool waits = step_.barrier.kind != exec::BarrierKind::arrive;
  if (waits) table_.set_condition(warp, Condition::barrier);
  if (resident.barriers.arrive(warps_[warp].index, step_.barrier))
    release_from_barrier(resident, now);
  if (!waits) advance(warp, decoded, now);
}

void Sm::release_from_barrier(ResidentBlock& resident, Cycle now) {
  last_effect_ = now;
  for (exec::BlockWarps left = resident.barriers.released(); left != 0; left &= left - 1) {
    const std::uint16_t warp = resident.contexts[static_cast<unsigned>(std::countr_zero(left))];
    exec::complete_barrier(warps_[warp], table_[warp].barrier_pc, warps_[warp].active(),
                           resident.barriers.value());
    table_.set_condition(warp, Condition::fetch);
    events_.schedule(now + configuration_.sm.barrier_latency, {Event::Kind::fetched, 0, warp, 0});
  }
}

}  // namespace heddle::core
