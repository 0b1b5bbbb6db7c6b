// Blocks and grids that leave the GPU before their end, and come back.

#include <algorithm>
#include <utility>

#include "heddle/gpu/gpu.hpp"

namespace heddle::gpu {

bool Gpu::stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away) {
  core::Sm& from = *chip_.sms.at(sm);
  const auto block = from.resident_block(block_slot);
  if (!block) return false;
  running_[from.kernel_of(block_slot)]->saved.expect(*block, away);
  from.schedule_stop(now_ + chip_.machine.control.control_latency, block_slot);
  return true;
}

std::optional<std::uint64_t> Gpu::resident_block(std::uint32_t sm, std::uint16_t block_slot) const {
  return chip_.sms.at(sm)->resident_block(block_slot);
}

void Gpu::save_block(const StampedReport& report) {
  GridRun& run = *running_[report.report.kernel];
  core::BlockContext saved = chip_.sms[report.sm]->take_saved();
  Ledger& ledger = ledgers_[report.sm];
  ledger.give_back(run.slot, report.report.amount);
  if (saved.has_waiting()) ledger.forget_partial();
  ++run.status.blocks_saved;
  run.saved.add(std::move(saved), report.report.when);
  wake_saved(report.report.when);
  dispatch_blocks(report.report.when);
}

void Gpu::wake_saved(Cycle until) {
  for (;;) {
    const Cycle when = next_return();
    if (when > until) return;
    for (GridRun* run : order_) run->saved.wake(when);
    dispatch_blocks(when);
  }
}

Cycle Gpu::next_return() const {
  Cycle next = kNever;
  for (const GridRun* run : order_) next = std::min(next, run->saved.next());
  return next;
}

bool Gpu::any_held() const {
  return std::any_of(order_.begin(), order_.end(),
                     [](const GridRun* run) { return run->suspended || run->saved.size() != 0; });
}

std::optional<GridContext> Gpu::suspend(std::uint64_t grid) {
  GridRun& run = *grids_.at(grid);
  if (run.status.finished) return std::nullopt;
  run.suspended = true;
  for (std::uint32_t sm = 0; sm < chip_.sms.size(); ++sm) {
    for (std::uint32_t slot = 0; slot < chip_.machine.sm.blocks; ++slot) {
      const auto block_slot = static_cast<std::uint16_t>(slot);
      const bool is_its = run.started && chip_.sms[sm]->resident_block(block_slot) &&
                          chip_.sms[sm]->kernel_of(block_slot) == run.slot;
      if (is_its) stop_block(sm, block_slot, kNever);
    }
  }
  if (run.next_block - run.status.blocks_done != run.saved.size()) return std::nullopt;
  if (run.started) {
    finish_grid(run, now_);
  } else {
    std::erase(waiting_, &run);
    run.status.finished = true;
    --unfinished_;
  }
  return GridContext{run.next_block, run.status.blocks_done, run.saved.take_all()};
}

}  // namespace heddle::gpu
