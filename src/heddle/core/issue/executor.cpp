#include "heddle/core/issue/executor.hpp"

#include "heddle/core/issue/executor_path.hpp"

namespace heddle::core {

namespace {

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

void Executor::execute_parts(std::uint16_t entity, exec::PartMask parts,
                             const DecodedInstruction& decoded, Cycle now) {
  const unsigned context = contexts_.names.warp_of(entity);
  contexts_.for_each_part(context, parts, [&](std::uint16_t member) {
    execute_member<GeneralShape>(contexts_.table[member], member, decoded, now);
  });
  if (around_.gangs.exists()) around_.gangs.executed(context, parts, now);
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
    show_step<GeneralShape>(part, member, decoded, now);
    execute_member<GeneralShape>(contexts_.table[member], member, decoded, now);
  });
  around_.gangs.executed(context, parts, now);
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

void Executor::note_step(const EntityTable::State& state, std::uint16_t entity) {
  if (contexts_.is_formed(entity))
    around_.watchdog.note_formed_step(contexts_.formed_of(entity));
  else
    around_.watchdog.note_step(entity, *state.warp, step_, contexts_.part_of(entity));
}

void Executor::tell_issue(std::uint16_t entity) {
  if (contexts_.is_formed(entity)) return;
  around_.policies.tell("instruction_issued", [&](policy::SmPolicy& policy) {
    policy.instruction_issued(entity, step_.pc, contexts_.lanes_of(step_.active, entity));
  });
}

void Executor::release_lanes(Cycle now) {
  for (const std::uint16_t group : around_.load_store.freed_lanes())
    around_.units.release(group, now + 1);
  around_.load_store.freed_lanes().clear();
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

void Executor::arrive_with_copies(EntityTable::State& state, std::uint16_t entity, LaneMask lanes,
                                  Cycle now) {
  AsyncCopies::Offsets offsets{};
  for_each_lane(lanes, [&](unsigned lane) {
    offsets[lane] = static_cast<std::uint32_t>(step_.copied_to.address[lane]);
  });
  const LaneMask due = contexts_.copies.arrive(entity, lanes, offsets);
  exec::arrive_after_copies(*state.warp->block, due, offsets);
  if (due != 0) around_.watchdog.note_effect(now);
}

void Executor::finish_copy(EntityTable::State& state, const FinishedAccess& finished, Cycle now) {
  AsyncCopies& copies = contexts_.copies;
  const bool copies_left =
      copies.has_any(finished.owner) &&
      copies.finish(finished.owner, finished.id, [&](const AsyncCopies::Arrival& arrival) {
        exec::arrive_after_copies(*state.warp->block, arrival.lanes, *arrival.offsets);
        around_.watchdog.note_effect(now);
      });
  if (contexts_.bulk_copies.finish(finished.owner, finished.id)) around_.watchdog.note_effect(now);
  state.copies = copies_left || contexts_.bulk_copies.has_any(finished.owner);
}

}  // namespace heddle::core
