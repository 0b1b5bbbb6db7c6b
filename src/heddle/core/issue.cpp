// What happens when an instruction issues, and when what it began comes back.

#include <algorithm>
#include <bit>
#include <utility>

#include "heddle/core/sm.hpp"
#include "heddle/exec/atomic_order.hpp"

namespace heddle::core {

using exec::StepKind;

namespace {

/// Local memory lies above all device memory: each kernel slot of each SM has a span, and each
/// context a part of that.
constexpr Addr kLocalBase = Addr{1} << 52;
constexpr Addr kLocalSpan = Addr{1} << 38;

}  // namespace

void Sm::execute(unsigned slot, std::uint16_t entity, Cycle now) {
  const DecodedInstruction& decoded = *contexts_.table[entity].next;
  const unsigned warp = contexts_.names.warp_of(entity);
  const exec::PartMask together =
      std::exchange(contexts_.table[entity].issues_with, exec::PartMask{0});
  const auto parts = static_cast<exec::PartMask>(1u << contexts_.names.part_of(entity) | together);
  environment_.clock = now;
  exec::step(contexts_.warps[warp], environment_, step_, parts);
  if (step_.wrote || step_.kind == StepKind::system) watchdog_.note_effect(now);
  if (probe_.shows_issues()) probe_.show_issue(slot, entity, decoded, step_, now);
  policies_.issued(slot, entity);
  for (unsigned left = parts; left != 0; left &= left - 1) {
    const unsigned part = static_cast<unsigned>(std::countr_zero(left));
    const auto member = static_cast<std::uint16_t>(contexts_.names.entity(warp, part));
    const unsigned passes = passes_of(member, decoded);
    const Cycle ready =
        now + registers_.read(decoded.source_rows, warp, contexts_.group_of(member), now);
    const Cycle start =
        units_.take(contexts_.group_of(member), decoded.unit, ready, decoded.initiation * passes);
    watchdog_.note_step(member, contexts_.warps[warp], step_, part);
    count(member, decoded);
    const bool ended = contexts_.warps[warp].done(part);
    const Pc pc = ended ? kNoPc : contexts_.warps[warp].pc(part);
    front_end_.issued(member, pc == step_.pc + 1);
    if (policies_.hears_issues()) {
      policies_.tell("instruction_issued", [&](policy::SmPolicy& policy) {
        policy.instruction_issued(member, step_.pc, contexts_.lanes_of(step_.active, member));
      });
    }
    if (!ended) contexts_.table.set_next(member, &contexts_.program_of(member).at(pc));
    go_on(member, decoded, start + decoded.initiation * (passes - 1), now);
  }
}

void Sm::go_on(std::uint16_t entity, const DecodedInstruction& decoded, Cycle entered, Cycle now) {
  switch (step_.kind) {
    case StepKind::memory:
    case StepKind::atomic:
      begin_access(entity, decoded, entered);
      break;
    case StepKind::barrier:
      return flow_.arrive(entity, decoded, step_.pc, step_.barrier, now);
    case StepKind::fence:
      contexts_.table[entity].fencing = true;
      break;
    case StepKind::system:
      return want_service(entity, now);
    case StepKind::exit:
      break;
    default:
      begin_result(entity, decoded, entered);
  }
  flow_.advance(entity, decoded, now);
}

void Sm::count(std::uint16_t entity, const DecodedInstruction& decoded) {
  const auto threads = lane_count(lanes_executed(entity));
  KernelCounters& counters = counters_.kernels[contexts_.table[entity].kernel];
  ++counters.warp_instructions;
  counters.ptx_instructions += decoded.ptx_instructions;
  counters.register_reads += decoded.source_rows.size();
  counters.register_writes += decoded.result_rows.size();
  ++counters.by_lanes[threads];
  ++counters.by_class[static_cast<std::size_t>(decoded.op_class)];
  counters.threads_by_class[static_cast<std::size_t>(decoded.op_class)] += threads;
  counters.divergent_branches += step_.diverged ? 1 : 0;
  ++contexts_.views[entity].warp_instructions;
  contexts_.views[entity].thread_instructions += threads;
}

void Sm::begin_access(std::uint16_t entity, const DecodedInstruction& decoded, Cycle entered) {
  if (step_.access.lanes() == 0) return begin_result(entity, decoded, entered);
  EntityTable::State& state = contexts_.table[entity];
  const unsigned warp = contexts_.names.warp_of(entity);
  const bool deferred = step_.kind == StepKind::atomic && step_.access.global != 0;
  const std::uint32_t id = load_store_.issue(entity, lanes_executed(entity), state.kernel, entered,
                                             step_, local_base(warp), counters_.kernels.data());
  if (deferred) {
    exec::capture_atomic(contexts_.warps[warp], step_, load_store_.atomic(id));
    state.atomics.push_back(id);
  }
  ++state.accesses;
  const bool far = (step_.access.global | step_.access.local) != 0 ||
                   step_.access.kind == exec::AccessKind::texture;
  state.scoreboard.begin(decoded.writes,
                         far ? Scoreboard::From::far_memory : Scoreboard::From::near_memory);
}

void Sm::begin_result(std::uint16_t entity, const DecodedInstruction& decoded, Cycle entered) {
  if (decoded.writes.none()) return;
  EntityTable::State& state = contexts_.table[entity];
  state.scoreboard.begin(decoded.writes, Scoreboard::From::compute);
  ++state.results;
  events_.schedule(result_buses_.reserve(entered + decoded.latency),
                   {SmEvent::Kind::write_back, 0, entity, step_.pc});
}

void Sm::write_back(std::uint16_t entity, Pc pc, Cycle now) {
  const DecodedInstruction& decoded = contexts_.program_of(entity).at(pc);
  registers_.write(decoded.result_rows, contexts_.names.warp_of(entity), contexts_.group_of(entity),
                   now);
  EntityTable::State& state = contexts_.table[entity];
  state.scoreboard.end(decoded.writes, Scoreboard::From::compute);
  --state.results;
  probe_.show_write_back(entity, pc, now);
  flow_.take_result(entity, now);
}

void Sm::want_service(std::uint16_t entity, Cycle now) {
  reports_.push_back({.kind = SmReport::Kind::service_wanted,
                      .kernel = contexts_.table[entity].kernel,
                      .entity = entity,
                      .pc = step_.pc,
                      .lanes = step_.executed,
                      .when = now});
  conditions_.set(entity, Condition::service);
}

void Sm::finish_access(const FinishedAccess& finished, Cycle now) {
  const std::uint16_t entity = finished.owner;
  EntityTable::State& state = contexts_.table[entity];
  if (const auto found = std::find(state.atomics.begin(), state.atomics.end(), finished.id);
      found != state.atomics.end()) {
    const exec::AtomicRequest& request = load_store_.atomic(finished.id);
    exec::complete_atomic(contexts_.warp_of(entity), request, request.lanes);
    state.atomics.erase(found);
  }
  load_store_.release(finished.id);
  counters_.kernels[state.kernel].finish_access(finished.kind, finished.level,
                                                now - finished.issued_at);
  probe_.show_write_back(entity, finished.pc, now);
  const DecodedInstruction& decoded = contexts_.program_of(entity).at(finished.pc);
  registers_.write(decoded.result_rows, contexts_.names.warp_of(entity), contexts_.group_of(entity),
                   now);
  state.scoreboard.end(decoded.writes, Scoreboard::From::far_memory);
  --state.accesses;
  flow_.take_result(entity, now);
}

Addr Sm::local_base(unsigned warp) const {
  const Addr bytes =
      (Addr{contexts_.warps[warp].block->grid->program->local_bytes} * kWarpSize + 127) &
      ~Addr{127};
  return kLocalBase +
         (Addr{index_} * kKernelSlots + contexts_.table[contexts_.names.entity(warp, 0)].kernel) *
             kLocalSpan +
         warp * bytes;
}

}  // namespace heddle::core
