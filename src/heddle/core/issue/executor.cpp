#include "heddle/core/issue/executor.hpp"

#include <utility>

#include "heddle/exec/memory/atomic_order.hpp"

namespace heddle::core {

using exec::StepKind;

namespace {

/// Local memory lies above all device memory. Each kernel slot of each SM has an address range of
/// its own, and each context has a part of that range.
constexpr Addr kLocalBase = Addr{1} << 52;
constexpr Addr kLocalSpan = Addr{1} << 38;

exec::PartMask first_of(exec::PartMask parts) {
  return static_cast<exec::PartMask>(parts & (0u - parts));
}

}  // namespace

Executor::Executor(std::uint16_t sm, const SmConfiguration& configuration,
                   const Surroundings& around)
    : sm_(sm),
      contexts_(around.contexts),
      around_(around),
      registers_(configuration.sm.register_banks, contexts_.shape.lane_groups,
                 configuration.limits.warps_with(configuration.sm.warps)),
      pacing_(contexts_.shape, configuration.sm.register_banks, contexts_.entities()),
      result_buses_(configuration.sm.result_buses),
      formed_step_(contexts_) {
  environment_.log = &logs_.of(0);
  environment_.defer_atomics = true;
  environment_.nanoseconds_per_clock = 1e3 / configuration.core_mhz;
}

void Executor::execute_gang(std::uint16_t entity, exec::PartMask parts, Cycle now) {
  EntityTable::State& first = contexts_.table[entity];
  const DecodedInstruction& decoded = *first.next;
  const unsigned context = contexts_.names.warp_of(entity);
  first.issues_with = 0;
  prepare(first.kernel, now);
  around_.policies.gang_issued(entity);
  around_.counters.kernels[first.kernel].gang_followers +=
      static_cast<unsigned>(std::popcount(parts)) - 1;
  contexts_.for_each_part(context, parts, [&](std::uint16_t member) {
    const unsigned part = contexts_.names.part_of(member);
    const auto own = static_cast<exec::PartMask>(1u << part);
    if (decoded.steps_by_part || first_of(parts) == own) {
      exec::step_gang(*first.warp, environment_, step_, decoded.steps_by_part ? own : parts);
    }
    show_step(part, member, decoded, now);
    execute_member(contexts_.table[member], member, decoded, now);
  });
  around_.gangs.executed(context, parts, now);
}

template <bool kPlain>
void Executor::execute_member(EntityTable::State& state, std::uint16_t entity,
                              const DecodedInstruction& decoded, Cycle now) {
  const unsigned part = contexts_.part_of<kPlain>(entity);
  const Stay stay = enter_pipeline<kPlain>(entity, decoded, now);
  if (!kPlain) around_.watchdog.note_step(entity, *state.warp, step_, part);
  count<kPlain>(state, entity);
  if (decoded.may_offend && lanes_executed<kPlain>(entity) != 0) [[unlikely]]
    contexts_.note_offence(state.block_slot, step_.pc);
  if (!kPlain && around_.policies.hears().issues) {
    around_.policies.tell("instruction_issued", [&](policy::SmPolicy& policy) {
      policy.instruction_issued(entity, step_.pc, contexts_.lanes_of(step_.active, entity));
    });
  }
  if (!kPlain) around_.probe.show_execution(entity, step_, now);
  const exec::SimtStack& stack = state.warp->parts[part];
  const bool follows = !stack.empty() && stack.top().pc == step_.pc + 1;
  around_.front_end.issued<kPlain>(entity, follows);
  if (follows)
    // Instructions lie in the order of their pcs.
    contexts_.table.set_next(state, entity, &decoded + 1);
  else if (!stack.empty())
    contexts_.table.set_next(state, entity, &contexts_.program_of(entity).at(stack.top().pc));
  take_effect<kPlain>(state, entity, decoded, stay, now);
}

template void Executor::execute_member<true>(EntityTable::State&, std::uint16_t,
                                             const DecodedInstruction&, Cycle);
template void Executor::execute_member<false>(EntityTable::State&, std::uint16_t,
                                              const DecodedInstruction&, Cycle);

template <bool kPlain>
[[gnu::always_inline]] inline Executor::Stay Executor::enter_pipeline(
    std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  if (!kPlain && pacing_.applies()) return enter_lane(entity, decoded, now);
  const unsigned group = contexts_.group_of<kPlain>(entity);
  const Cycle ready =
      now + registers_.read(decoded.source_rows, contexts_.context_of<kPlain>(entity), group, now);
  const Cycle start =
      around_.units.take<kPlain>(group, decoded.unit, ready, decoded.initiation * decoded.passes);
  return {start, start + decoded.initiation * (decoded.passes - 1)};
}

Executor::Stay Executor::enter_lane(std::uint16_t entity, const DecodedInstruction& decoded,
                                    Cycle now) {
  const unsigned group = contexts_.group_of(entity);
  if (decoded.unit == UnitKind::control) {
    const Cycle start = around_.units.take(group, decoded.unit, now, control_time(entity, decoded));
    return {start, start};
  }
  const LaneMask lanes = lanes_executed(entity);
  const Cycle ready = pacing_.operands_ready(entity, lanes, decoded.uses, now);
  const unsigned groups = decoded.is_scalar ? 1 : pacing_.groups(lanes);
  issued_.add_groups(contexts_.table[entity].kernel, decoded.pc, groups);
  const Cycle cycles = decoded.initiation * std::max(1u, decoded.passes * groups);
  const Cycle start = around_.units.entry(group, decoded.unit, ready);
  const Cycle lane_free =
      pacing_.take(group, start, cycles,
                   {lanes, decoded.source_rows, contexts_.register_strides[entity],
                    contexts_.context_of(entity), decoded.scalar_source_rows});
  around_.units.take(group, decoded.unit, ready, static_cast<std::uint32_t>(lane_free - start));
  return {start, start + cycles - decoded.initiation, lane_free};
}

std::uint32_t Executor::control_time(std::uint16_t entity,
                                     const DecodedInstruction& decoded) const {
  const std::uint32_t cycles = contexts_.shape.control_cycles;
  if (!contexts_.shape.control_by_threads || decoded.is_scalar) return cycles;
  return cycles * std::max(1u, pacing_.groups(contexts_.lanes_of(step_.active, entity)));
}

void Executor::release_lanes(Cycle now) {
  for (const std::uint16_t group : around_.load_store.freed_lanes())
    around_.units.release(group, now + 1);
  around_.load_store.freed_lanes().clear();
}

template <bool kPlain>
void Executor::take_effect(EntityTable::State& state, std::uint16_t entity,
                           const DecodedInstruction& decoded, const Stay& stay, Cycle now) {
  if (step_.kind == StepKind::plain) {
    begin_result<kPlain>(state, entity, decoded, stay.last);
    return around_.flow.advance<kPlain>(entity, decoded, now);
  }
  if (step_.wrote || step_.kind == StepKind::system) around_.watchdog.note_effect(now);
  switch (step_.kind) {
    case StepKind::memory:
    case StepKind::atomic:
      begin_access<kPlain>(state, entity, decoded, stay);
      break;
    case StepKind::barrier:
      return around_.flow.arrive(entity, decoded, step_.pc, step_.barrier, now);
    case StepKind::fence:
      state.fencing = true;
      break;
    case StepKind::system:
      return want_service(entity, now);
    case StepKind::exit:
      break;
    default:
      begin_result<kPlain>(state, entity, decoded, stay.last);
  }
  around_.flow.advance<kPlain>(entity, decoded, now);
}

template <bool kPlain>
[[gnu::always_inline]] inline void Executor::count(const EntityTable::State& state,
                                                   std::uint16_t entity) {
  const auto threads = lane_count(lanes_executed<kPlain>(entity));
  issued_.add(state.kernel, step_.pc, threads);
  KernelCounters& counters = around_.counters.kernels[state.kernel];
  ++counters.by_lanes[threads];
  if (step_.diverged) ++counters.divergent_branches;
  model::WarpView& view = contexts_.views[entity];
  ++view.warp_instructions;
  view.thread_instructions += threads;
}

template <bool kPlain>
void Executor::begin_access(EntityTable::State& state, std::uint16_t entity,
                            const DecodedInstruction& decoded, const Stay& stay) {
  if (step_.access.lanes() == 0) return begin_result<kPlain>(state, entity, decoded, stay.last);
  const bool deferred = step_.kind == StepKind::atomic && step_.access.global != 0;
  const auto group = static_cast<std::uint16_t>(contexts_.group_of<kPlain>(entity));
  const std::uint32_t id =
      around_.load_store.issue(entity, lanes_executed<kPlain>(entity), state.kernel,
                               {group, state.block_slot, decoded.is_scalar, stay.start, stay.last},
                               step_, local_base<kPlain>(entity), around_.counters.kernels.data());
  if (!kPlain && around_.load_store.keeps_lanes()) around_.units.hold_open(group, stay.lane_free);
  if (deferred) {
    exec::AtomicRequest& request = around_.load_store.atomic(id);
    if (contexts_.is_formed<kPlain>(entity))
      request = formed_step_.atomic();
    else
      exec::capture_atomic(*state.warp, step_, request);
    state.atomics.push_back(id);
  }
  ++state.accesses;
  const bool far = (step_.access.global | step_.access.local) != 0 ||
                   step_.access.kind == exec::AccessKind::texture;
  state.scoreboard.begin(decoded.writes,
                         far ? Scoreboard::From::far_memory : Scoreboard::From::near_memory);
}

template <bool kPlain>
void Executor::begin_result(EntityTable::State& state, std::uint16_t entity,
                            const DecodedInstruction& decoded, Cycle entered) {
  if (decoded.writes.none()) return;
  state.scoreboard.begin(decoded.writes, Scoreboard::From::compute);
  ++state.results;
  const Cycle entry = !kPlain && pacing_.chains()
                          ? pacing_.entry(entity, lanes_executed(entity), decoded.is_scalar,
                                          entered, decoded.latency, decoded.writes)
                          : entered;
  around_.events.schedule(result_buses_.reserve(entry + decoded.latency),
                          {.entity = entity, .instruction = &decoded});
}

template <bool kPlain>
void Executor::write_back(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  write_registers<kPlain>(entity, decoded, now);
  EntityTable::State& state = contexts_.table[entity];
  state.scoreboard.end(decoded.writes, Scoreboard::From::compute);
  --state.results;
  if (!kPlain) around_.probe.show_write_back(entity, decoded.pc, now);
  around_.flow.take_result<kPlain>(state, entity, now);
}

template void Executor::write_back<true>(std::uint16_t, const DecodedInstruction&, Cycle);
template void Executor::write_back<false>(std::uint16_t, const DecodedInstruction&, Cycle);

template <bool kPlain>
[[gnu::always_inline]] inline void Executor::write_registers(std::uint16_t entity,
                                                             const DecodedInstruction& decoded,
                                                             Cycle now) {
  if (!kPlain && pacing_.applies()) return;
  registers_.write(decoded.result_rows, contexts_.context_of<kPlain>(entity),
                   contexts_.group_of<kPlain>(entity), now);
}

void Executor::want_service(std::uint16_t entity, Cycle now) {
  const auto want = [&](unsigned context, LaneMask lanes) {
    around_.reports.push_back({.kind = SmReport::Kind::service_wanted,
                               .kernel = contexts_.table[entity].kernel,
                               .entity = entity,
                               .context = static_cast<std::uint16_t>(context),
                               .row_base = step_.row_base,
                               .pc = step_.pc,
                               .lanes = lanes,
                               .when = now});
  };
  around_.conditions.set(entity, Condition::service);
  if (!contexts_.is_formed(entity)) return want(contexts_.names.warp_of(entity), step_.executed);
  FormedWarp& formed = contexts_.formed_of(entity);
  for (std::size_t i = 0; i < formed.group.size(); ++i) {
    const LaneMask lanes = formed.results[i].executed;
    if (lanes == 0) continue;
    want(formed.group[i].warp, lanes);
    ++formed.services;
  }
}

void Executor::finish_service(std::uint16_t entity, Cycle now) {
  if (!contexts_.is_formed(entity)) return around_.flow.go_on(entity, now, 0);
  if (--contexts_.formed_of(entity).services != 0) return;
  around_.paths->executed(entity, *contexts_.table[entity].next, now);
}

template <bool kPlain>
void Executor::finish_all(Cycle now) {
  for (const FinishedAccess& finished : around_.load_store.finished())
    finish_access<kPlain>(finished, now);
  around_.load_store.finished().clear();
}

template void Executor::finish_all<true>(Cycle);
template void Executor::finish_all<false>(Cycle);

template <bool kPlain>
void Executor::finish_access(const FinishedAccess& finished, Cycle now) {
  const std::uint16_t entity = finished.owner;
  EntityTable::State& state = contexts_.table[entity];
  if (!state.atomics.empty()) [[unlikely]]
    finish_atomic(state, finished);
  around_.load_store.release(finished.id);
  around_.counters.kernels[state.kernel].finish_access(finished.kind, finished.level,
                                                       now - finished.issued_at);
  if (!kPlain) around_.probe.show_write_back(entity, finished.pc, now);
  const DecodedInstruction& decoded = contexts_.program_of(entity).at(finished.pc);
  write_registers<kPlain>(entity, decoded, now);
  state.scoreboard.end(decoded.writes, Scoreboard::From::far_memory);
  --state.accesses;
  around_.flow.take_result<kPlain>(state, entity, now);
}

void Executor::finish_atomic(EntityTable::State& state, const FinishedAccess& finished) {
  const auto found = std::find(state.atomics.begin(), state.atomics.end(), finished.id);
  if (found == state.atomics.end()) return;
  complete_atomic(finished.owner, around_.load_store.atomic(finished.id));
  state.atomics.erase(found);
}

void Executor::complete_atomic(std::uint16_t entity, const exec::AtomicRequest& request) {
  if (!contexts_.is_formed(entity))
    return exec::complete_atomic(contexts_.warp_of(entity), request,
                                 contexts_.lanes_of(request.lanes, entity));
  for (const exec::GroupMember& member : contexts_.formed_of(entity).group)
    exec::complete_atomic(contexts_.warps[member.warp], request, request.lanes & member.lanes);
}

template <bool kPlain>
Addr Executor::local_base(unsigned entity) const {
  const Addr base =
      kLocalBase + (Addr{sm_} * kKernelSlots + contexts_.table[entity].kernel) * kLocalSpan;
  if (contexts_.is_formed<kPlain>(entity)) return base;
  return base +
         contexts_.context_of<kPlain>(entity) * local_bytes_of_warp(contexts_.warp_of(entity));
}

void Executor::execute_formed(unsigned slot, std::uint16_t entity, Cycle now) {
  EntityTable::State& state = contexts_.table[entity];
  const DecodedInstruction& decoded = *state.next;
  prepare(state.kernel, now);
  around_.paths->issued(entity);
  formed_step_.execute(entity, environment_, step_);
  if (step_.wrote || step_.kind == StepKind::system) around_.watchdog.note_effect(now);
  around_.watchdog.note_formed_step(contexts_.formed_of(entity));
  const auto home = static_cast<std::uint16_t>(contexts_.context_of(entity));
  if (around_.probe.tells<model::InstructionIssued>())
    around_.probe.show_issue(slot, home, decoded, step_, now);
  around_.policies.issued(slot, entity);
  const Stay stay = enter_pipeline(entity, decoded, now);
  count(state, entity);
  // The instruction is counted only once, for the home entity of its first lane.
  ++contexts_.views[home].warp_instructions;
  contexts_.views[home].thread_instructions += lane_count(step_.executed);
  around_.probe.show_execution(home, step_, now);
  around_.front_end.issued(entity, true);
  if (take_effect_formed(entity, decoded, stay, now)) around_.paths->executed(entity, decoded, now);
}

bool Executor::take_effect_formed(std::uint16_t entity, const DecodedInstruction& decoded,
                                  const Stay& stay, Cycle now) {
  EntityTable::State& state = contexts_.table[entity];
  switch (step_.kind) {
    case StepKind::memory:
    case StepKind::atomic:
      begin_access(state, entity, decoded, stay);
      return true;
    case StepKind::barrier:
    case StepKind::exit:
      return true;
    case StepKind::fence:
      state.fencing = true;
      return true;
    case StepKind::system:
      want_service(entity, now);
      return false;
    default:
      begin_result(state, entity, decoded, stay.last);
      return true;
  }
}

}  // namespace heddle::core
