// Blocks and grids that leave the GPU before their end, and come back.

#include <algorithm>
#include <utility>

#include "heddle/gpu/dispatcher.hpp"

namespace heddle::gpu {

bool Dispatcher::stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away, Cycle now) {
  core::Sm& from = *sms_.at(sm);
  const auto block = from.contexts().resident_block(block_slot);
  if (!block) return false;
  running_[from.contexts().blocks.at(block_slot).kernel]->saved.expect(*block, away);
  from.schedule_stop(now + machine_.control.control_latency, block_slot);
  return true;
}

/// Signals that were due while no grid ran reach nobody.
void Dispatcher::send_signals(Cycle until) {
  for (Cycle when = policies_.next_signal(); when <= until; when = policies_.next_signal()) {
    std::vector<policy::SignalTarget> targets(sms_.size());
    for (std::size_t sm = 0; sm < targets.size(); ++sm) {
      targets[sm] = {.has_blocks = when >= sent_until_ && ledgers_[sm].has_blocks(),
                     .is_closed = signalled_[sm] != kNever || returning_[sm] != 0};
    }
    const auto sm = policies_.fire(targets, when);
    if (!sm) continue;
    signalled_[*sm] = when;
    sms_[*sm]->schedule_signal(when + machine_.control.control_latency);
  }
  sent_until_ = until;
}

void Dispatcher::open_sm(const StampedReport& report) {
  const core::EvictionCosts& costs = sms_[report.sm]->context_switch().eviction_costs();
  subscribers_.tell(model::SmPreempted{.signalled = std::exchange(signalled_[report.sm], kNever),
                                       .freed = costs.freed,
                                       .spill = costs.spill,
                                       .grid = costs.grid,
                                       .sm = report.sm,
                                       .blocks = costs.blocks,
                                       .saved = costs.saved,
                                       .register_bytes = costs.bytes.register_bytes,
                                       .shared_bytes = costs.bytes.shared_bytes,
                                       .stack_bytes = costs.bytes.stack_bytes,
                                       .segments = costs.segments});
  dispatch_blocks(report.report.when);
}

void Dispatcher::save_block(const StampedReport& report) {
  GridRun& run = *running_[report.report.kernel];
  core::BlockContext saved = sms_[report.sm]->context_switch().take_saved();
  Ledger& ledger = ledgers_[report.sm];
  ledger.give_back(run.slot, report.report.amount);
  if (fit_.places_warps()) ledger.lanes().close(report.report.block_slot);
  if (saved.has_waiting()) ledger.forget_partial();
  ++run.status.blocks_saved;
  run.saved.add(std::move(saved), report.report.when);
  return_saved_blocks(report.report.when);
  dispatch_blocks(report.report.when);
}

/// Makes saved blocks ready whose time off the GPU has passed by `until`, each at its time.
void Dispatcher::return_saved_blocks(Cycle until) {
  for (;;) {
    const Cycle when = next_return();
    if (when > until) return;
    for (GridRun* run : order_) run->saved.make_ready(when);
    dispatch_blocks(when);
  }
}

Cycle Dispatcher::next_return() const {
  Cycle next = kNever;
  for (const GridRun* run : order_) next = std::min(next, run->saved.next());
  return next;
}

bool Dispatcher::any_held() const {
  return std::any_of(order_.begin(), order_.end(),
                     [](const GridRun* run) { return run->suspended || run->saved.any_held(); });
}

std::optional<GridContext> Dispatcher::suspend(std::uint64_t grid, Cycle now) {
  GridRun& run = *grids_.at(grid);
  if (run.status.finished) return std::nullopt;
  run.suspended = true;
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    for (std::uint32_t slot = 0; slot < machine_.sm.blocks; ++slot) {
      const auto block_slot = static_cast<std::uint16_t>(slot);
      const bool is_own = run.started && sms_[sm]->contexts().resident_block(block_slot) &&
                          sms_[sm]->contexts().blocks.at(block_slot).kernel == run.slot;
      if (is_own) stop_block(sm, block_slot, kNever, now);
    }
  }
  if (run.next_block - run.status.blocks_done != run.saved.size()) return std::nullopt;
  if (run.started) {
    finish_grid(run, now);
  } else {
    std::erase(waiting_, &run);
    run.status.finished = true;
    --unfinished_;
  }
  return GridContext{run.next_block, run.status.blocks_done, run.saved.take_all()};
}

}  // namespace heddle::gpu
