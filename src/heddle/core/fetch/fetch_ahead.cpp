#include "heddle/core/fetch/fetch_ahead.hpp"

#include <algorithm>

namespace heddle::core {

using model::EntityMask;

FetchAhead::FetchAhead(const FetchSpec& spec, const Contexts& contexts, FetchUnit& fetch,
                       SmCounters& counters, SmEvents& events)
    : latency_(spec.latency),
      contexts_(contexts),
      fetch_(fetch),
      counters_(counters),
      events_(events),
      arbiter_(
          contexts.places, contexts.shape.front_ends(),
          {.ports = spec.ports, .gangs = contexts.shape.gangs.per_cycle, .slice = spec.per_cycle}),
      buffers_(contexts.entities(), spec.buffer_entries) {}

void FetchAhead::schedule(Cycle when, std::uint16_t entity, Step step) {
  const std::uint64_t value =
      std::uint64_t{buffers_.filling(entity)} << 8 | static_cast<std::uint64_t>(step);
  events_.schedule(when, {SmEvent::Kind::fetched, 0, entity, value});
}

void FetchAhead::issued(unsigned entity, bool follows) {
  if (!follows) fetch_.forget(entity);
  buffers_.issued(entity, follows);
}

void FetchAhead::want(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  buffers_.set_issues_from(entity, now + delay);
  if (has_instruction(entity)) return schedule(now + delay, entity, Step::issue);
  if (delay > latency_) return schedule(now + delay - latency_, entity, Step::begin);
  buffers_.begin(entity);
}

void FetchAhead::fetch_anew(unsigned context, exec::PartMask parts, Cycle now) {
  Cycle issues_from = now;
  contexts_.for_each_part(context, parts, [&](std::uint16_t entity) {
    issues_from = std::max(issues_from, buffers_.issues_from(entity));
  });
  contexts_.for_each_part(context, parts, [&](std::uint16_t entity) {
    if (contexts_.table[entity].condition != Condition::fetch) return;
    fetch_.forget(entity);
    buffers_.empty(entity);
    want(entity, now, static_cast<std::uint32_t>(issues_from - now));
  });
}

bool FetchAhead::fetched(std::uint16_t entity, std::uint64_t value, Cycle now) {
  if (static_cast<std::uint32_t>(value >> 8) != buffers_.filling(entity)) return false;
  const auto step = static_cast<Step>(value & 0xFF);
  if (step == Step::begin) {
    buffers_.begin(entity);
    return false;
  }
  if (step == Step::arrive) buffers_.arrived(entity);
  if (contexts_.table[entity].condition != Condition::fetch) return false;
  const Cycle from = buffers_.issues_from(entity);
  if (from > now) {
    // The instruction has arrived, but the entity may not issue before cycle `from`.
    if (step == Step::arrive) schedule(from, entity, Step::issue);
    return false;
  }
  return true;
}

void FetchAhead::found(std::uint16_t entity, Cycle now) {
  buffers_.found(entity);
  schedule(now + latency_, entity, Step::arrive);
}

void FetchAhead::tick(Cycle now) {
  const EntityMask& wanting = buffers_.wanting();
  if (wanting.none()) return;
  const EntityMask gangs = wanting & contexts_.gangs.leaders();
  const EntityMask alone = wanting.without(contexts_.gangs.ganged());
  arbiter_.serve(
      gangs, alone, [&](unsigned entity) { return !fetch_.own_has(entity, next_address(entity)); },
      [&](unsigned entity) { fetch(entity, now); });
}

Addr FetchAhead::next_address(unsigned entity) const {
  const Pc pc = contexts_.table[entity].next->pc + buffers_.fetched(entity);
  return contexts_.program_of(entity).at(pc).address;
}

void FetchAhead::fetch(unsigned entity, Cycle now) {
  const EntityTable::State& state = contexts_.table[entity];
  const DecodedProgram& program = contexts_.program_of(entity);
  const Pc pc = state.next->pc + buffers_.fetched(entity);
  const DecodedInstruction& decoded = program.at(pc);
  const bool ends = decoded.ends_fetch || pc + 1 == program.size();
  const exec::PartMask gang = contexts_.gangs.gang_of(entity);
  const Cycle ready =
      fetch_.fetch(entity, decoded.address, now, counters_.kernels[state.kernel].fetch, gang == 0);
  const auto take = [&](std::uint16_t member) {
    buffers_.fetch(member, ends, ready == kNever);
    if (ready != kNever) return schedule(ready, member, Step::arrive);
    if (member != entity) fetch_.wait_with(entity, member);
  };
  if (gang == 0) return take(static_cast<std::uint16_t>(entity));
  contexts_.for_each_part(contexts_.names.warp_of(entity), gang, take);
}

}  // namespace heddle::core
