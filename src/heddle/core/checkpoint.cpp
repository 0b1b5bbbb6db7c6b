#include "heddle/core/checkpoint.hpp"

#include <algorithm>
#include <tuple>

#include "heddle/base/error.hpp"

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

void Checkpoint::stop(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const bool is_it = resident.resides() && resident.kernel == kernel && resident.block.id == block;
  if (!is_it || resident.stopping) return;
  resident.stopping = true;
  stopping_.push_back(block_slot);
}

void Checkpoint::hold() {
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
        default:;  // the entity waits where it is saved, or for something that comes
      }
    });
  }
}

bool Checkpoint::is_quiet(std::uint16_t block_slot) const {
  bool quiet = true;
  contexts_.for_each_entity(block_slot, [&](std::uint16_t entity) {
    const Condition condition = contexts_.table[entity].condition;
    const bool still = condition == Condition::stopped || condition == Condition::barrier ||
                       condition == Condition::draining;
    quiet &= still && contexts_.table.quiet(entity);
  });
  return quiet;
}

void Checkpoint::settle(Cycle now) {
  std::erase_if(stopping_, [&](std::uint16_t block_slot) {
    if (!contexts_.blocks[block_slot].stopping) return true;  // the block has finished
    if (!is_quiet(block_slot)) return false;
    save(block_slot, now);
    return true;
  });
}

void Checkpoint::save(std::uint16_t block_slot, Cycle now) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  BlockContext& saved = saved_.emplace_back();
  saved.resided = resident.resided + now - resident.started + 1;
  saved.warp_times = resident.warp_times;
  saved.barriers = resident.barriers;
  for (const std::uint16_t context : resident.contexts) {
    if (context != Contexts::kNoContext) saved.warps.push_back(save_warp(context, now));
  }
  std::tie(saved.first_waiting, saved.end_waiting) = around_.residents.take_waiting(block_slot);
  saved.state = std::exchange(static_cast<exec::BlockState&>(resident.block), {});
  resident.barriers.start(0);
  resident.warps_left = 0;
  resident.stopping = false;
  around_.stall_book.note_kernels();
  resident.contexts.clear();
  around_.watchdog.note_effect(now);
  around_.probe.show_block(model::BlockFinished{now, block_slot});
  around_.residents.leave(block_slot, SmReport::Kind::block_saved, now);
}

WarpContext Checkpoint::save_warp(std::uint16_t context, Cycle now) {
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
    leave_entity(entity, now);
  }
  saved.state = std::move(static_cast<exec::WarpState&>(warp));
  overwrite(warp, contexts_.arrivals[context], contexts_.shape.parts);
  return saved;
}

void Checkpoint::leave_entity(std::uint16_t entity, Cycle now) {
  if (!contexts_.has_ended(entity)) {
    around_.probe.show_exit(entity, now);
    around_.policies.tell("warp_exited",
                          [&](policy::SmPolicy& policy) { policy.warp_exited(entity); });
  }
  contexts_.table.set_next(entity, nullptr);
  contexts_.table.set_condition(entity, Condition::absent);
  EntityTable::State& state = contexts_.table[entity];
  state.barrier_pc = state.barrier = ~0u;
  state.fencing = true;
  contexts_.views[entity] = {.launched_at = kNever, .warp_instructions = kNever};
}

BlockContext Checkpoint::take_saved() {
  BlockContext context = std::move(saved_.front());
  saved_.pop_front();
  return context;
}

void Checkpoint::expect(std::uint8_t kernel, BlockContext context) {
  const std::uint64_t block = context.state.id;
  arriving_.emplace(std::pair(kernel, block), std::move(context));
}

void Checkpoint::restore(std::uint8_t kernel, std::uint64_t block, Cycle now) {
  BlockContext saved = std::move(arriving_.extract({kernel, block}).mapped());
  const std::uint16_t block_slot = around_.residents.claim_restored(kernel, saved, now);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  resident.resided = saved.resided;
  resident.warp_times = saved.warp_times;
  resident.barriers = saved.barriers;
  static_cast<exec::BlockState&>(resident.block) = std::move(saved.state);
  resident.block.grid = contexts_.kernels[kernel].grid;
  around_.watchdog.note_effect(now);
  around_.residents.show_dispatch(block_slot, saved.unfinished_warps(), now);
  for (WarpContext& warp : saved.warps) restore_warp(block_slot, warp, now);
  for (std::uint32_t index = saved.first_waiting; index < saved.end_waiting; ++index)
    around_.residents.start_warp(block_slot, index, now);
}

void Checkpoint::restore_warp(std::uint16_t block_slot, WarpContext& saved, Cycle now) {
  if (saved.parts.size() != contexts_.shape.parts)
    fail("a block whose warps were cut into {} parts cannot go on where they have {}",
         saved.parts.size(), contexts_.shape.parts);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint16_t context = around_.residents.claim_context(block_slot, saved.state.index);
  exec::Warp& warp = contexts_.warps[context];
  static_cast<exec::WarpState&>(warp) = std::move(saved.state);
  warp.block = &resident.block;
  warp.slot = context;
  warp.sm = sm_;
  contexts_.arrivals[context] = saved.arrivals;
  bool waits = false, goes_on = false;
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    goes_on |= restore_part(entity, block_slot, saved.parts[part], now);
    waits |= saved.parts[part].at_barrier;
  }
  if (!waits || goes_on) return;
  around_.policies.tell("barrier_reached",
                        [&](policy::SmPolicy& policy) { policy.barrier_reached(block_slot); });
}

bool Checkpoint::restore_part(std::uint16_t entity, std::uint16_t block_slot,
                              const PartContext& saved, Cycle now) {
  const bool has_threads = around_.residents.launch(entity, block_slot, now);
  contexts_.views[entity].warp_instructions = saved.warp_instructions;
  contexts_.views[entity].thread_instructions = saved.thread_instructions;
  if (!saved.at_barrier) return has_threads;
  contexts_.table[entity].barrier = saved.barrier;
  contexts_.table[entity].barrier_pc = saved.barrier_pc;
  around_.conditions.set(entity, Condition::barrier);
  return false;
}

}  // namespace heddle::core
