// How a block leaves an SM before its end, and comes back: it stops, is saved once nothing of it is
// in flight, and its contexts are free; later it is put into contexts of the same or another SM.

#include <algorithm>
#include <tuple>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/sm.hpp"

namespace heddle::core {
namespace {

/// Overwrites what is left in the context of a warp that has been saved: what a restore or a new
/// warp forgets to set does not go unseen.
void overwrite(exec::Warp& warp, exec::PartArrivals& arrivals, std::uint32_t parts) {
  constexpr exec::PartMask kAllParts = 0xFF;
  warp = {};
  warp.parts.resize(parts);
  warp.index = ~0u;
  warp.exited = kAllLanes;
  for (std::uint32_t barrier = 0; barrier < exec::BlockBarriers::kBarriers; ++barrier)
    (void)arrivals.arrive(0, kAllParts, {.id = barrier, .threads = ~0u, .votes = ~0u});
}

}  // namespace

void Sm::schedule_stop(Cycle when, std::uint16_t block_slot) {
  const ResidentBlock& resident = contexts_.blocks.at(block_slot);
  events_.schedule(when,
                   {SmEvent::Kind::stop_block, resident.kernel, block_slot, resident.block.id});
  wake_ = std::min(wake_, when);
}

void Sm::schedule_restore(Cycle when, std::uint8_t kernel, BlockContext context) {
  const std::uint64_t block = context.state.id;
  arriving_.emplace(std::pair(kernel, block), std::move(context));
  events_.schedule(when, {SmEvent::Kind::restore_block, kernel, 0, block});
  wake_ = std::min(wake_, when);
}

BlockContext Sm::take_saved() {
  BlockContext context = std::move(saved_.front());
  saved_.pop_front();
  return context;
}

void Sm::stop_block(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const bool is_it = resident.resides() && resident.kernel == kernel && resident.block.id == block;
  if (!is_it || resident.stopping) return;
  resident.stopping = true;
  stopping_.push_back(block_slot);
}

/// Who could issue, or may soon, is stopped; the others are seen to as they come so far.
void Sm::hold_stopping() {
  for (const std::uint16_t block_slot : stopping_) {
    if (!contexts_.blocks[block_slot].stopping) continue;
    contexts_.for_each_entity(block_slot, [&](std::uint16_t entity) {
      switch (contexts_.table[entity].condition) {
        case Condition::ready:
        case Condition::scoreboard_memory:
        case Condition::scoreboard_compute:
        case Condition::memory_order:
        case Condition::meeting:
          contexts_.table[entity].issues_with = 0;
          contexts_.table.set_condition(entity, Condition::stopped);
          break;
        default:;  // it waits where it is saved, or for something that comes
      }
    });
  }
}

bool Sm::is_quiet(std::uint16_t block_slot) const {
  bool quiet = true;
  contexts_.for_each_entity(block_slot, [&](std::uint16_t entity) {
    const Condition condition = contexts_.table[entity].condition;
    const bool still = condition == Condition::stopped || condition == Condition::barrier ||
                       condition == Condition::draining;
    quiet &= still && contexts_.table.quiet(entity);
  });
  return quiet;
}

void Sm::save_quiet_blocks(Cycle now) {
  std::erase_if(stopping_, [&](std::uint16_t block_slot) {
    if (!contexts_.blocks[block_slot].stopping) return true;  // it has finished
    if (!is_quiet(block_slot)) return false;
    save_block(block_slot, now);
    return true;
  });
}

void Sm::save_block(std::uint16_t block_slot, Cycle now) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  BlockContext& saved = saved_.emplace_back();
  saved.resided = resident.resided + now - resident.started + 1;
  saved.warp_times = resident.warp_times;
  saved.barriers = resident.barriers;
  for (const std::uint16_t context : resident.contexts) {
    if (context != Contexts::kNoContext) saved.warps.push_back(save_warp(context, now));
  }
  std::tie(saved.first_waiting, saved.end_waiting) = residents_.take_waiting(block_slot);
  saved.state = std::exchange(static_cast<exec::BlockState&>(resident.block), {});
  resident.barriers.start(0);
  resident.warps_left = 0;
  resident.stopping = false;
  stall_book_.note_kernels();
  resident.contexts.clear();
  watchdog_.note_effect(now);
  probe_.show_block(model::BlockFinished{now, block_slot});
  residents_.leave(block_slot, SmReport::Kind::block_saved, now);
}

WarpContext Sm::save_warp(std::uint16_t context, Cycle now) {
  exec::Warp& warp = contexts_.warps[context];
  WarpContext saved;
  saved.arrivals = contexts_.arrivals[context];
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    EntityTable::State& state = contexts_.table[entity];
    saved.parts.push_back({.at_barrier = state.condition == Condition::barrier,
                           .barrier = state.barrier,
                           .barrier_pc = state.barrier_pc,
                           .warp_instructions = contexts_.views[entity].warp_instructions,
                           .thread_instructions = contexts_.views[entity].thread_instructions});
    if (!warp.done(part)) {
      probe_.show_exit(entity, now);
      policies_.tell("warp_exited", [&](policy::SmPolicy& policy) { policy.warp_exited(entity); });
    }
    contexts_.table.set_next(entity, nullptr);
    contexts_.table.set_condition(entity, Condition::absent);
    state.barrier_pc = state.barrier = ~0u;
    state.fencing = true;
    contexts_.views[entity] = {.launched_at = kNever, .warp_instructions = kNever};
  }
  saved.state = std::move(static_cast<exec::WarpState&>(warp));
  overwrite(warp, contexts_.arrivals[context], contexts_.shape.parts);
  return saved;
}

void Sm::restore_block(std::uint8_t kernel, std::uint64_t block, Cycle now) {
  BlockContext saved = std::move(arriving_.extract({kernel, block}).mapped());
  const std::uint16_t block_slot = residents_.claim_restored(kernel, saved, now);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  resident.resided = saved.resided;
  resident.warp_times = saved.warp_times;
  resident.barriers = saved.barriers;
  static_cast<exec::BlockState&>(resident.block) = std::move(saved.state);
  resident.block.grid = contexts_.kernels[kernel].grid;
  watchdog_.note_effect(now);
  residents_.show_dispatch(block_slot, saved.unfinished_warps(), now);
  for (WarpContext& warp : saved.warps) restore_warp(block_slot, warp, now);
  for (std::uint32_t index = saved.first_waiting; index < saved.end_waiting; ++index)
    residents_.start_warp(block_slot, index, now);
}

void Sm::restore_warp(std::uint16_t block_slot, WarpContext& saved, Cycle now) {
  if (saved.parts.size() != contexts_.shape.parts)
    fail("a block whose warps were cut into {} parts cannot go on where they have {}",
         saved.parts.size(), contexts_.shape.parts);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint16_t context = contexts_.free_context();
  exec::Warp& warp = contexts_.warps[context];
  static_cast<exec::WarpState&>(warp) = std::move(saved.state);
  warp.block = &resident.block;
  warp.slot = context;
  warp.sm = index_;
  resident.contexts[warp.index] = context;
  contexts_.arrivals[context] = saved.arrivals;
  bool waits = false, goes_on_somewhere = false;
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    const PartContext& from = saved.parts[part];
    const bool goes_on = residents_.launch(entity, block_slot, now);
    contexts_.views[entity].warp_instructions = from.warp_instructions;
    contexts_.views[entity].thread_instructions = from.thread_instructions;
    if (from.at_barrier) {
      contexts_.table[entity].barrier = from.barrier;
      contexts_.table[entity].barrier_pc = from.barrier_pc;
      conditions_.set(entity, Condition::barrier);
      waits = true;
    } else if (goes_on) {
      goes_on_somewhere = true;
    }
  }
  if (waits && !goes_on_somewhere) {
    policies_.tell("barrier_reached",
                   [&](policy::SmPolicy& policy) { policy.barrier_reached(block_slot); });
  }
}

}  // namespace heddle::core
