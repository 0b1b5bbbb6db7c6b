// How blocks come to an SM and leave it.

#include <algorithm>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/core/sm.hpp"

namespace heddle::core {
namespace {

/// Local memory lies above all device memory: each kernel slot of each SM has a span, and each
/// context a part of that.
constexpr Addr kLocalBase = Addr{1} << 52;
constexpr Addr kLocalSpan = Addr{1} << 38;

}  // namespace

void Sm::start_block(std::uint8_t kernel, std::uint64_t block, Cycle now) {
  const auto free = std::find_if(blocks_.begin(), blocks_.end(),
                                 [](const auto& slot) { return slot.warps_left == 0; });
  const exec::Grid& grid = *kernels_[kernel].grid;
  const std::uint32_t warps = grid.warps_per_block();
  if (free == blocks_.end() || table_.in(Condition::absent).count() < warps)
    fail("internal: a block was sent to SM {} which has no room for it", index_);
  free->kernel = kernel;
  free->warps_left = warps;
  free->started = now;
  free->contexts.clear();
  free->block.start(grid, block);
  free->barriers.start(warps);
  const auto slot = static_cast<std::uint16_t>(free - blocks_.begin());
  if (listener_ != nullptr)
    listener_->on(model::BlockDispatched{now, grid.shape.grid_id, block, slot, kernel});
  for (std::uint32_t index = 0; index < warps; ++index) start_warp(*free, slot, index, now);
}

void Sm::start_warp(ResidentBlock& resident, std::uint16_t block_slot, std::uint32_t index,
                    Cycle now) {
  const auto context = static_cast<std::uint16_t>(table_.in(Condition::absent).first());
  resident.contexts.push_back(context);
  exec::Warp& warp = warps_[context];
  warp.slot = context;
  warp.sm = index_;
  warp.start(resident.block, index);
  table_.launch(context, resident.kernel, block_slot);
  views_[context] = {.launched_at = now,
                     .launch_order = launches_++,
                     .block_slot = block_slot,
                     .index = index,
                     .kernel = resident.kernel};
  if (listener_ != nullptr) listener_->on(model::WarpLaunched{now, context, block_slot, index});
  scheduler_->warp_launched(context);
  look_ahead(context);
}

void Sm::end_warp(std::uint16_t warp, Cycle now) {
  ResidentBlock& resident = blocks_[table_[warp].block_slot];
  table_.set_next(warp, nullptr);
  table_.set_condition(warp, Condition::draining);
  if (listener_ != nullptr) listener_->on(model::WarpExited{now, warp});
  scheduler_->warp_exited(warp);
  last_effect_ = now;
  while (resident.barriers.exited(warps_[warp].index)) release_from_barrier(resident, now);
  if (table_.quiet(warp)) drain(warp, now);
}

void Sm::drain(std::uint16_t warp, Cycle now) {
  ResidentBlock& resident = blocks_[table_[warp].block_slot];
  table_.set_condition(warp, Condition::absent);
  KernelCounters& counters = counters_[resident.kernel];
  ++counters.warps;
  LifetimeExtremes& extremes = lifetimes_[resident.kernel];
  counters.warp_lifetime.add(now - views_[warp].launched_at + 1, extremes.warp);
  if (--resident.warps_left != 0) return;
  ++counters.blocks;
  counters.block_lifetime.add(now - resident.started + 1, extremes.block);
  if (listener_ != nullptr) listener_->on(model::BlockFinished{now, table_[warp].block_slot});
  reports_.push_back(
      {.kind = SmReport::Kind::block_finished, .kernel = resident.kernel, .when = now});
}

Addr Sm::local_base(std::uint16_t warp) const {
  const Addr bytes =
      (Addr{warps_[warp].block->grid->program->local_bytes} * kWarpSize + 127) & ~Addr{127};
  return kLocalBase + (Addr{index_} * kKernelSlots + table_[warp].kernel) * kLocalSpan +
         warp * bytes;
}

}  // namespace heddle::core
