#include "heddle/gpu/dispatch/preemptor.hpp"

#include <algorithm>
#include <utility>

namespace heddle::gpu {

policy::SignalTarget Preemptor::target_of(std::uint32_t sm) const {
  const Signals& signals = signals_[sm];
  const Ledger& ledger = around_.ledgers[sm];
  policy::SignalTarget target{.has_blocks = ledger.has_blocks(),
                              .is_closed = signals.sent != kNever || signals.returning != 0,
                              .is_reserved = signals.reserved_for != nullptr};
  std::uint32_t grids = 0;
  for (std::uint32_t index = 0; index < around_.running.size(); ++index) {
    const GridRun& run = *around_.running[index];
    if (ledger.blocks_of(run.slot) == 0) continue;
    const std::int32_t priority = run.grid->shape.priority;
    target.most_urgent = grids == 0 ? priority : std::min(target.most_urgent, priority);
    target.grid = grids++ == 0 ? index : policy::SignalTarget::kSeveral;
  }
  return target;
}

policy::WaitingGrid Preemptor::waiting_of(const GridRun& run) const {
  const std::uint64_t room = std::max<std::uint64_t>(1, run.facts.occupancy.blocks);
  policy::WaitingGrid grid{.priority = run.grid->shape.priority,
                           .waiting_blocks = run.waiting_blocks(),
                           .blocks_per_sm = std::min(run.most_per_sm, room),
                           .registers = run.demand.registers,
                           .shared_bytes = run.demand.shared_bytes};
  bool may_begin = false;
  for (std::uint32_t sm = 0; sm < signals_.size(); ++sm) {
    const bool reserved = signals_[sm].reserved_for == &run;
    const std::uint64_t blocks = around_.ledgers[sm].blocks_of(run.slot);
    grid.reserved += reserved ? 1 : 0;
    grid.sms += reserved || blocks != 0 ? 1 : 0;
    if (reserved && blocks < grid.blocks_per_sm) grid.room += grid.blocks_per_sm - blocks;
    may_begin = may_begin || around_.tenants.admits(sm, run, blocks);
  }
  // A program that already has as many blocks as the sharing policy allows does not wait for an SM.
  if (!may_begin) grid.waiting_blocks = 0;
  return grid;
}

void Preemptor::send(Cycle until) {
  for (Cycle when = policies_.next_signal(); when <= until; when = policies_.next_signal())
    fire(when, true, when >= sent_until_);
  sent_until_ = until;
}

bool Preemptor::fire(Cycle when, bool is_due, bool reaches_blocks) {
  std::vector<policy::SignalTarget> targets;
  std::vector<policy::WaitingGrid> grids;
  for (std::uint32_t sm = 0; sm < signals_.size(); ++sm) {
    targets.push_back(target_of(sm));
    targets.back().has_blocks &= reaches_blocks;
  }
  for (const GridRun* run : around_.running) grids.push_back(waiting_of(*run));
  const auto signal = policies_.fire({targets, grids}, when, is_due);
  if (!signal) return false;
  Signals& signals = signals_[signal->sm];
  signals.sent = when;
  signals.number = ++signals_sent_;
  if (signal->grid) signals.reserved_for = around_.running[*signal->grid];
  sms_[signal->sm]->schedule_signal(when + control_latency_, signal->incoming);
  around_.subscribers.tell(model::SmSignalled{when, signals.number, signal->sm});
  return true;
}

bool Preemptor::lift_reservations() {
  bool opened = false;
  for (std::uint32_t sm = 0; sm < signals_.size(); ++sm) {
    Signals& signals = signals_[sm];
    if (signals.reserved_for == nullptr) continue;
    const bool is_free = signals.sent == kNever && !around_.ledgers[sm].has_blocks();
    if (waiting_of(*signals.reserved_for).waiting_blocks != 0 && !is_free) continue;
    opened |= is_free;
    signals.reserved_for = nullptr;
  }
  return opened;
}

bool Preemptor::watch(Cycle when) {
  if (!policies_.watches_grids() && signals_sent_ == 0) return false;
  if (lift_reservations()) return true;
  if (!policies_.watches_grids()) return false;
  const bool any_waits = std::ranges::any_of(
      around_.running, [](const GridRun* run) { return run->waiting_blocks() != 0; });
  while (any_waits && fire(when, false, true)) {
  }
  return false;
}

void Preemptor::finish_signal(const StampedReport& report) {
  const core::ContextSwitch& context_switch = sms_[report.sm]->context_switch();
  const core::EvictionCosts& costs = context_switch.eviction_costs();
  Signals& signals = signals_[report.sm];
  const auto by_part = [](const core::ByContextPart& amount) {
    return model::SmPreempted::ByPart{amount[0], amount[1], amount[2]};
  };
  around_.subscribers.tell(model::SmPreempted{.signal = signals.number,
                                              .signalled = std::exchange(signals.sent, kNever),
                                              .freed = costs.freed,
                                              .spill = by_part(costs.spill),
                                              .acknowledging = costs.acknowledging,
                                              .grid = costs.grid,
                                              .sm = report.sm,
                                              .blocks = costs.blocks,
                                              .saved = costs.contexts.blocks_saved,
                                              .discarded = costs.contexts.blocks_discarded,
                                              .wasted = costs.contexts.wasted,
                                              .bytes = by_part(costs.contexts.bytes),
                                              .segments = costs.segments,
                                              .acknowledged = costs.acknowledged,
                                              .method = context_switch.method()});
}

void Preemptor::finish_return(const StampedReport& report, const GridRun& run) {
  --signals_[report.sm].returning;
  const core::Restore& restore = report.report.restore;
  around_.subscribers.tell(model::BlockReturned{report.report.when, run.grid->shape.grid_id,
                                                report.report.signal, restore.bytes,
                                                restore.segments, restore.cycles});
}

void Preemptor::forget(const GridRun& run) {
  for (Signals& signals : signals_)
    if (signals.reserved_for == &run) signals.reserved_for = nullptr;
}

}  // namespace heddle::gpu
