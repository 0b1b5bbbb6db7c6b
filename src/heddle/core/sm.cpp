#include "heddle/core/sm.hpp"

#include <algorithm>
#include <bit>

namespace heddle::core {

using model::EntityMask;
using model::Stall;

Sm::Sm(std::uint16_t index, const SmConfiguration& configuration,
       std::unique_ptr<policy::WarpScheduler> scheduler)
    : configuration_(configuration),
      index_(index),
      scheduler_(std::move(scheduler)),
      views_(configuration.sm.warps),
      view_{views_.data(), configuration.sm.warps, configuration.sm.schedulers},
      slot_members_(configuration.sm.schedulers),
      table_(configuration.sm.warps),
      units_(configuration.execution),
      load_store_(configuration.load_store, configuration.l1, configuration.interconnect,
                  configuration.core_mhz, index),
      reply_flit_(memory::period(configuration.core_mhz, configuration.interconnect.clock_mhz)),
      warps_(configuration.sm.warps),
      blocks_(configuration.sm.blocks) {
  for (unsigned i = 0; i < configuration.sm.warps; ++i)
    slot_members_[i % configuration.sm.schedulers].set(i);
  environment_.log = &log_;
  environment_.defer_atomics = true;
  environment_.nanoseconds_per_clock = 1e3 / configuration.core_mhz;
  scheduler_->attach(view_);
}

void Sm::bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded) {
  kernels_[kernel] = {&grid, &decoded};
  lifetimes_[kernel] = {};
}

void Sm::schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block) {
  events_.schedule(when, {Event::Kind::block, kernel, 0, block});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_service_end(Cycle when, std::uint16_t warp) {
  events_.schedule(when, {Event::Kind::service_end, 0, warp, 0});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_reply(Cycle when, const model::MemoryReply& reply) {
  replies_.schedule(when, reply);
  wake_ = std::min(wake_, when);
}

void Sm::return_credit(Cycle now) {
  load_store_.return_credit();
  if (!load_store_.idle()) wake_ = std::min(wake_, now);
}

void Sm::run(Cycle until) {
  while (wake_ < until) {
    const Cycle now = wake_;
    account(now);
    tick(now);
    wake_ = next_work(now);
  }
}

void Sm::tick(Cycle now) {
  events_.deliver(now, [&](const Event& event) { deliver(event, now); });
  receive(now);
  finish_accesses(now);
  issue(now);
  load_store_.tick(now, counters_.data());
  finish_accesses(now);
  if (listener_ != nullptr) observe_end(now);
}

void Sm::deliver(const Event& event, Cycle now) {
  switch (event.kind) {
    case Event::Kind::write_back: {
      const DecodedProgram& program = program_of(event.warp);
      table_.clear_pending(event.warp, program.writes(program.at(static_cast<Pc>(event.value))));
      --table_[event.warp].results;
      if (listener_ != nullptr)
        listener_->on(model::WriteBack{now, static_cast<Pc>(event.value), event.warp});
      something_came(event.warp, now);
      break;
    }
    case Event::Kind::fetched:
    case Event::Kind::service_end:
      look_ahead(event.warp);
      break;
    case Event::Kind::block:
      start_block(event.kernel, event.value, now);
      break;
  }
}

void Sm::receive(Cycle now) {
  load_store_.deliver(now);
  replies_.deliver(now, [&](const model::MemoryReply& reply) {
    // The port moves a flit at a time: what comes while it is busy waits, in order.
    if (reply_port_free_ >= memory::to_ticks(now + 1)) {
      replies_.schedule(reply_port_free_ / memory::kTicksPerCycle, reply);
      return;
    }
    const auto& link = configuration_.interconnect;
    const bool carries_data = reply.kind != model::RequestKind::store;
    const auto payload = carries_data ? model::kSectorBytes *
                                            static_cast<std::uint32_t>(std::popcount(reply.sectors))
                                      : 0;
    const std::uint32_t flits =
        std::max(1u, (payload + link.header_bytes + link.flit_bytes - 1) / link.flit_bytes);
    reply_port_free_ = std::max(reply_port_free_, memory::to_ticks(now)) + flits * reply_flit_;
    load_store_.receive(reply);
  });
}

void Sm::finish_accesses(Cycle now) {
  for (const FinishedAccess& finished : load_store_.finished()) finish_access(finished, now);
  load_store_.finished().clear();
}

void Sm::issue(Cycle now) {
  if (listener_ != nullptr) observe_states(now);
  EntityMask available = issuable(now);
  for (unsigned slot = 0; slot < slot_members_.size(); ++slot) {
    const EntityMask candidates = available & slot_members_[slot];
    if (candidates.none()) {
      book(slot, stall_reason(slot), now, 1);
      continue;
    }
    const unsigned warp = scheduler_->pick(slot, candidates);
    if (warp == model::kNoEntity) {
      book(slot, Stall::throttled, now, 1);
      continue;
    }
    const UnitKind unit = table_[warp].next->unit;
    book(slot, Stall::issued, now, 1);
    execute(slot, static_cast<std::uint16_t>(warp), now);
    const bool unit_full =
        !units_.can_take(unit, now) || (unit == UnitKind::memory && !load_store_.has_room());
    if (unit_full) available = available.without(table_.wanting(unit));
  }
  accounted_ = now + 1;
}

EntityMask Sm::issuable(Cycle now) const {
  EntityMask mask = table_.in(Condition::ready);
  if (mask.none()) return mask;
  for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    const bool open =
        units_.can_take(unit, now) && (unit != UnitKind::memory || load_store_.has_room());
    if (!open) mask = mask.without(table_.wanting(unit));
  }
  return mask;
}

Cycle Sm::next_work(Cycle now) const {
  Cycle next = std::min({events_.next(), replies_.next(), load_store_.next(now)});
  const EntityMask& ready = table_.in(Condition::ready);
  if (ready.none() || next <= now + 1) return next;
  for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    if ((ready & table_.wanting(unit)).none()) continue;
    // A full load-store queue gives room only by its own work, which is in `next` already.
    if (unit == UnitKind::memory && !load_store_.has_room()) continue;
    const Cycle free = unit == UnitKind::control ? now : units_.next_free(unit);
    next = std::min(next, std::max(now + 1, free));
  }
  return next;
}

Stall Sm::stall_reason(unsigned slot) const {
  const EntityMask& members = slot_members_[slot];
  static constexpr std::array<std::pair<Condition, Stall>, 8> kOrder = {
      {{Condition::ready, Stall::pipeline},
       {Condition::scoreboard_memory, Stall::scoreboard_memory},
       {Condition::scoreboard_compute, Stall::scoreboard_compute},
       {Condition::memory_order, Stall::memory_order},
       {Condition::service, Stall::service},
       {Condition::barrier, Stall::barrier},
       {Condition::fetch, Stall::fetch},
       {Condition::draining, Stall::drain}}};
  for (const auto& [condition, reason] : kOrder) {
    if ((table_.in(condition)&members).any()) return reason;
  }
  return Stall::empty;
}

void Sm::account(Cycle until) {
  if (accounted_ >= until) return;
  for (unsigned slot = 0; slot < slot_members_.size(); ++slot)
    book(slot, stall_reason(slot), accounted_, until - accounted_);
  accounted_ = until;
}

}  // namespace heddle::core
