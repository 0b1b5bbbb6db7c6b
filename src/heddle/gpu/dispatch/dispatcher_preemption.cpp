// Blocks and grids that leave the GPU before their end, and come back.

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

bool Dispatcher::stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away, Cycle now) {
  core::Sm& from = *sms_.at(sm);
  const auto block = from.contexts().resident_block(block_slot);
  if (!block) return false;
  const GridRun& run = *running_[from.contexts().blocks.at(block_slot).kernel];
  if (run.grid->shape.has_clusters())
    fail(
        "a block of kernel {} cannot leave its SM before its end: it is part of a cluster, whose "
        "blocks reach its shared memory",
        demangled(run.grid->program->name));
  running_[from.contexts().blocks.at(block_slot).kernel]->saved.expect(*block, away);
  from.schedule_stop(now + machine_.control.control_latency, block_slot);
  return true;
}

void Dispatcher::save_block(const StampedReport& report) {
  GridRun& run = *running_[report.report.kernel];
  core::BlockContext saved = sms_[report.sm]->context_switch().take_saved();
  Ledger& ledger = ledgers_[report.sm];
  take_off(report);
  if (saved.has_waiting()) ledger.forget_partial();
  saved.signal = preemptor_.worked_off_on(report.sm);
  saved.kept_on = report.sm;
  ++run.status.blocks_saved;
  run.saved.add(std::move(saved), report.report.when);
  return_saved_blocks(report.report.when);
  dispatch_blocks(report.report.when);
}

void Dispatcher::discard_block(const StampedReport& report) {
  GridRun& run = *running_[report.report.kernel];
  take_off(report);
  if (report.report.has_waiting) ledgers_[report.sm].forget_partial();
  ++run.status.blocks_discarded;
  run.discarded.push_back(report.report.block);
  dispatch_blocks(report.report.when);
}

/// Makes the saved blocks ready whose time off the GPU ends by `until`, each in the cycle in which
/// this time ends.
void Dispatcher::return_saved_blocks(Cycle until) {
  for (;;) {
    const Cycle when = next_return(order_);
    if (when > until) return;
    for (GridRun* run : order_) run->saved.make_ready(when);
    dispatch_blocks(when);
  }
}

bool Dispatcher::any_held() const {
  if (queue_.next_due(running_) != kNever) return true;
  return std::any_of(order_.begin(), order_.end(),
                     [](const GridRun* run) { return run->suspended || run->saved.any_held(); });
}

std::optional<GridContext> Dispatcher::suspend(std::uint64_t grid, Cycle now) {
  GridRun& run = *grids_.at(grid);
  if (run.status.finished) return std::nullopt;
  if (run.saved.any_kept())
    fail(
        "grid {} cannot leave the GPU while registers or shared memory of its blocks stay on SMs: "
        "--set preemption=live_cp, or let its blocks come back first",
        grid);
  run.suspended = true;
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    for (std::uint32_t slot = 0; slot < machine_.sm.blocks; ++slot) {
      const auto block_slot = static_cast<std::uint16_t>(slot);
      const bool is_own = run.started && sms_[sm]->contexts().resident_block(block_slot) &&
                          sms_[sm]->contexts().blocks.at(block_slot).kernel == run.slot;
      if (is_own) stop_block(sm, block_slot, kNever, now);
    }
  }
  const std::uint64_t begun = run.next_block - run.status.blocks_done - run.discarded.size();
  if (begun != run.saved.size()) return std::nullopt;
  if (run.started) {
    finish_grid(run, now);
  } else {
    queue_.remove(run);
    run.status.finished = true;
    --unfinished_;
  }
  return GridContext{run.next_block, run.status.blocks_done, run.saved.take_all(),
                     std::move(run.discarded)};
}

}  // namespace heddle::gpu
