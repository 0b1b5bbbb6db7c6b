#include "heddle/core/sm.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace heddle::core {

using model::EntityMask;
using model::Stall;

Sm::Sm(std::uint16_t index, const SmConfiguration& configuration, SmPolicies policies)
    : configuration_(configuration),
      index_(index),
      policies_(index, configuration.sm, std::move(policies)),
      contexts_(configuration.sm, policies_.shape()),
      gate_(policies_, contexts_.table),
      probe_(contexts_, gate_),
      watchdog_(index, contexts_, gate_),
      view_{.warps = contexts_.views.data(),
            .entities = contexts_.entities(),
            .slots = contexts_.shape.slots,
            .names = contexts_.names,
            .blocks = configuration.sm.blocks,
            .l1_lines =
                static_cast<std::uint32_t>(configuration.l1.bytes / configuration.l1.line_bytes),
            .l1_line_bytes = configuration.l1.line_bytes,
            .paths = &contexts_.paths,
            .gated = &gate_.held(),
            .grids = contexts_.grids},
      stall_book_(contexts_, policies_, gate_, probe_),
      conditions_(contexts_.table, contexts_.entities(), policies_),
      peers_(contexts_, conditions_, policies_),
      residents_(
          index, configuration.sm, policies_.releases_warps(),
          {contexts_, conditions_, policies_, counters_, stall_book_, watchdog_, probe_, reports_}),
      registers_(configuration.sm.register_banks, contexts_.shape.lane_groups,
                 configuration.sm.warps),
      units_(configuration.execution, contexts_.shape),
      result_buses_(configuration.sm.result_buses),
      load_store_(configuration, index, contexts_.shape.parts),
      front_end_(configuration, index, contexts_, counters_, load_store_.port(), events_),
      flow_(configuration.sm, {contexts_, conditions_, front_end_, peers_, residents_, policies_,
                               watchdog_, load_store_, probe_}),
      checkpoint_(index,
                  {contexts_, conditions_, residents_, policies_, stall_book_, watchdog_, probe_}) {
  environment_.log = &log_;
  environment_.defer_atomics = true;
  environment_.nanoseconds_per_clock = 1e3 / configuration.core_mhz;
  policies_.attach(view_);
  if (model::L1Listener* const throttle = policies_.l1_listener())
    load_store_.tell_policy(throttle);
}

void Sm::bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded,
              const model::BlockDemand& demand) {
  contexts_.kernels[kernel] = {&grid, &decoded, demand};
  contexts_.grids[kernel] = grid.shape.grid_id;
  counters_.lifetimes[kernel] = {};
  policies_.tell("kernel_started",
                 [&](policy::SmPolicy& policy) { policy.kernel_started(kernel, *grid.program); });
}

void Sm::schedule_last_block(Cycle when, std::uint8_t kernel) {
  events_.schedule(when, {SmEvent::Kind::last_block, kernel, 0, 0});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block, std::uint32_t warps) {
  events_.schedule(when, {SmEvent::Kind::block, kernel, static_cast<std::uint16_t>(warps), block});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_stop(Cycle when, std::uint16_t block_slot) {
  const ResidentBlock& resident = contexts_.blocks.at(block_slot);
  events_.schedule(when,
                   {SmEvent::Kind::stop_block, resident.kernel, block_slot, resident.block.id});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_restore(Cycle when, std::uint8_t kernel, BlockContext context) {
  const std::uint64_t block = context.state.id;
  checkpoint_.expect(kernel, std::move(context));
  events_.schedule(when, {SmEvent::Kind::restore_block, kernel, 0, block});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_directive(Cycle when, policy::Directive directive) {
  events_.schedule(when, {SmEvent::Kind::directive, 0, 0, directive});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_service_end(Cycle when, std::uint16_t entity) {
  events_.schedule(when, {SmEvent::Kind::service_end, 0, entity, 0});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_reply(Cycle when, const model::MemoryReply& reply) {
  if (replies_to_loss_ != 0) {
    --replies_to_loss_;
    if (replies_to_loss_ == 0) return;
  }
  replies_.schedule(when, reply);
  wake_ = std::min(wake_, when);
}

void Sm::run(Cycle until) {
  wake_ = std::min(wake_, load_store_.take_credits());
  while (wake_ < until) {
    const Cycle now = wake_;
    stall_book_.account(now);
    tick(now);
    wake_ = next_work(now);
  }
}

void Sm::tick(Cycle now) {
  view_.now = now;
  events_.deliver(now, [&](const SmEvent& event) { deliver(event, now); });
  receive(now);
  finish_accesses(now);
  if (checkpoint_.is_stopping()) checkpoint_.hold();
  issue(now);
  load_store_.tick(now, counters_.kernels.data());
  finish_accesses(now);
  front_end_.tick(now);
  if (checkpoint_.is_stopping()) checkpoint_.settle(now);
  if (residents_.may_start_waiting()) {
    residents_.start_waiting(now);
    flow_.start_launched(now);
  }
  if (probe_.shows_states()) show_end(now);
}

void Sm::deliver(const SmEvent& event, Cycle now) {
  switch (event.kind) {
    case SmEvent::Kind::write_back:
      write_back(event.entity, static_cast<Pc>(event.value), now);
      break;
    case SmEvent::Kind::fetched:
      flow_.look_ahead(event.entity);
      break;
    case SmEvent::Kind::service_end:
      flow_.go_on(event.entity, now, 0);
      break;
    case SmEvent::Kind::last_block:
      policies_.tell("last_block_dispatched",
                     [&](policy::SmPolicy& policy) { policy.last_block_dispatched(event.kernel); });
      break;
    case SmEvent::Kind::block:
      residents_.start_block(event.kernel, event.value, event.entity, now);
      flow_.start_launched(now);
      break;
    case SmEvent::Kind::stop_block:
      checkpoint_.stop(event.entity, event.kernel, event.value);
      break;
    case SmEvent::Kind::restore_block:
      checkpoint_.restore(event.kernel, event.value, now);
      flow_.start_launched(now);
      break;
    case SmEvent::Kind::directive:
      residents_.apply(event.value);
      break;
  }
}

void Sm::receive(Cycle now) {
  load_store_.deliver(now);
  replies_.deliver(now, [&](const model::MemoryReply& reply) {
    if (reply.origin == FrontEnd::kInstructionLine) return front_end_.fill(reply.line, now);
    load_store_.receive(reply);
  });
}

/// Shows what holds from the next cycle on, since the SM may sleep through it, and the queues.
void Sm::show_end(Cycle now) {
  probe_.show_states(issuable(now + 1), now + 1);
  probe_.show_depths(load_store_.depths(now));
}

void Sm::finish_accesses(Cycle now) {
  for (const FinishedAccess& finished : load_store_.finished()) finish_access(finished, now);
  load_store_.finished().clear();
}

void Sm::issue(Cycle now) {
  EntityMask available = issuable(now);
  if (gate_.exists()) {
    gate_.close(available);
    policies_.show_held(gate_.held());
  }
  if (probe_.shows_states()) probe_.show_states(issuable(now), now);
  // Who issues first has the first choice of the pipelines that the slots share: they take turns.
  const auto slots = static_cast<std::uint32_t>(contexts_.slot_members.size());
  const auto turn = static_cast<std::uint32_t>(now - residents_.occupied_since());
  unsigned slot = std::has_single_bit(slots) ? turn & (slots - 1) : turn % slots;
  for (std::uint32_t left = slots; left != 0; --left, slot = slot + 1 == slots ? 0 : slot + 1)
    issue_slot(slot, now, available);
  stall_book_.close(now + 1);
}

void Sm::issue_slot(unsigned slot, Cycle now, EntityMask& available) {
  const EntityMask candidates = available & contexts_.slot_members[slot];
  if (candidates.none()) return stall_book_.book_stall(slot, now, now + 1);
  const unsigned entity = policies_.pick(slot, candidates);
  if (entity == model::kNoEntity) return stall_book_.book_refusal(slot, now);
  stall_book_.book_issue(slot, entity, now);
  issue_from(slot, static_cast<std::uint16_t>(entity), now, available);
}

void Sm::issue_from(unsigned slot, std::uint16_t entity, Cycle now, EntityMask& available) {
  const UnitKind first = contexts_.table[entity].next->unit;
  UnitKind unit = first;
  for (unsigned left = configuration_.sm.issue_width;;) {
    execute(slot, entity, now);
    close_full(contexts_.group_of(entity), unit, now, available);
    if (--left == 0 || contexts_.table[entity].condition != Condition::ready) return;
    unit = contexts_.table[entity].next->unit;
    const bool room = unit != UnitKind::memory || load_store_.has_room();
    const bool may = !configuration_.sm.issue_to_different_units || unit != first;
    if (gate_.exists() && !gate_.admits(entity)) return;
    if (!may || !room || !units_.can_take(contexts_.group_of(entity), unit, now)) return;
  }
}

EntityMask Sm::issuable(Cycle now) const {
  EntityMask mask = contexts_.table.in(Condition::ready);
  if (mask.none() || (units_.all_free() <= now && load_store_.has_room())) return mask;
  for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
    for (unsigned kind = 0; kind < kUnitKinds; ++kind)
      close_full(group, static_cast<UnitKind>(kind), now, mask);
  }
  return mask;
}

void Sm::close_full(unsigned group, UnitKind unit, Cycle now, EntityMask& mask) const {
  const bool room = unit != UnitKind::memory || load_store_.has_room();
  if (!room) mask.remove(contexts_.table.wanting(unit));
  if (units_.can_take(group, unit, now)) return;
  if (contexts_.shape.sequential_lanes != 0) {
    mask.remove(contexts_.group_members[group]);
  } else {
    mask.remove(contexts_.table.wanting(unit) & contexts_.group_members[group]);
  }
}

Cycle Sm::next_work(Cycle now) {
  Cycle next =
      std::min({events_.next(), replies_.next(), load_store_.next(now), front_end_.next(now)});
  EntityMask open;
  if (gate_.exists()) {
    open = contexts_.table.in(Condition::ready);
    next = std::min(next, gate_.close(open));
  }
  const EntityMask& ready = gate_.exists() ? open : contexts_.table.in(Condition::ready);
  if (ready.none() || next <= now + 1) return next;
  if (units_.all_free() <= now + 1 && load_store_.has_room()) return now + 1;
  for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    if (!ready.intersects(contexts_.table.wanting(unit))) continue;
    // A full load-store queue gives room only by its own work, which is in `next` already.
    if (unit == UnitKind::memory && !load_store_.has_room()) continue;
    for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
      const bool wanted =
          contexts_.shape.lane_groups == 1 ||
          (ready & contexts_.table.wanting(unit)).intersects(contexts_.group_members[group]);
      if (wanted) next = std::min(next, std::max(now + 1, units_.next_free(group, unit)));
    }
  }
  return next;
}

std::vector<std::string> Sm::waits() const {
  std::vector<std::string> lines = watchdog_.waits();
  if (residents_.has_waiting()) lines.push_back(residents_.waiting_line());
  return lines;
}

}  // namespace heddle::core
