#include "heddle/core/eviction/checkpoint.hpp"

#include <algorithm>
#include <tuple>

#include "heddle/base/error.hpp"
#include "heddle/core/eviction/context_compression.hpp"
#include "heddle/core/eviction/stop_conditions.hpp"

namespace heddle::core {
namespace {

/// Overwrites the old context of a saved warp. If a restore or a new warp fails to set some state,
/// the overwritten value makes the error visible.
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
  stopping_.push_back({.block_slot = block_slot});
}

void Checkpoint::stop(std::uint16_t block_slot, const policy::Leave& leave) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  if (resident.stopping) return;
  resident.stopping = true;
  stopping_.push_back({.block_slot = block_slot,
                       .leave = leave,
                       .moves = std::vector<bool>(resident.contexts.size())});
}

void Checkpoint::hold() {
  for (const Stopping& stopping : stopping_)
    if (contexts_.blocks[stopping.block_slot].stopping)
      stop_entities(contexts_, around_.conditions, stopping.block_slot, stopping.stops_at_points());
}

void Checkpoint::save_quiet_blocks(Cycle now) {
  std::erase_if(stopping_, [&](Stopping& stopping) {
    if (!contexts_.blocks[stopping.block_slot].stopping) return true;  // the block has finished
    if (contexts_.shape.parts != 1 && stopping.stops_at_points())
      stop_meetings(contexts_, around_.conditions, stopping.block_slot);
    const bool moves = stopping.leave && stopping.leave->way == policy::Leave::Way::save;
    const bool is_out = moves ? move_out(stopping, now) : is_quiet(contexts_, stopping.block_slot);
    if (is_out) leave(stopping, now);
    return is_out;
  });
}

bool Checkpoint::move_out(Stopping& stopping, Cycle now) {
  if (!move_registers(stopping, now)) return false;
  const std::uint16_t block_slot = stopping.block_slot;
  if (!stopping.moves_rest) {
    stopping.moves_rest = true;
    if (!stopping.leave->keeps_shared)
      move(stopping, ContextPart::shared, shared_pieces(contexts_, block_slot), now);
    move(stopping, ContextPart::stacks, stack_pieces(contexts_, block_slot, spec_), now);
  }
  return engine_.is_done(block_slot);
}

bool Checkpoint::move_registers(Stopping& stopping, Cycle now) {
  const auto& contexts = contexts_.blocks[stopping.block_slot].contexts;
  const bool by_block = stopping.leave->compression == policy::Leave::Compression::block;
  const bool shut = keeps_barriers_shut(contexts_, stopping.block_slot);
  bool all = true, some_wait = false;
  for (std::size_t index = 0; index < contexts.size(); ++index) {
    if (contexts[index] == Contexts::kNoContext || stopping.moves[index]) continue;
    if (!stays(contexts_, contexts[index], shut)) {
      all = false;
    } else if (by_block && stopped_at_barrier(contexts_, contexts[index])) {
      some_wait = true;
    } else {
      move_warp(stopping, index, now);
    }
  }
  if (all && some_wait) move_waiting(stopping, now);
  return all;
}

void Checkpoint::move_warp(Stopping& stopping, std::size_t index, Cycle now) {
  stopping.moves[index] = true;
  if (stopping.leave->keeps_registers) return;
  const std::uint16_t context = contexts_.blocks[stopping.block_slot].contexts[index];
  move(stopping, ContextPart::registers,
       register_pieces(contexts_, context, *stopping.leave, spec_), now);
}

void Checkpoint::move_waiting(Stopping& stopping, Cycle now) {
  const std::uint16_t block_slot = stopping.block_slot;
  const auto& contexts = contexts_.blocks[block_slot].contexts;
  if (!stopping.leave->keeps_registers && meets_at_barrier(contexts_, block_slot)) {
    stopping.compressed_by_block = true;
    stopping.moves.assign(stopping.moves.size(), true);
    const auto pieces = block_register_pieces(contexts_, block_slot, spec_);
    return move(stopping, ContextPart::registers, pieces, now);
  }
  for (std::size_t index = 0; index < contexts.size(); ++index)
    if (contexts[index] != Contexts::kNoContext && !stopping.moves[index])
      move_warp(stopping, index, now);
}

void Checkpoint::move(Stopping& stopping, ContextPart part, std::vector<std::uint8_t> pieces,
                      Cycle now) {
  if (pieces.empty()) return;
  const Addr address = stopping.moved.empty() ? context_address(contexts_, stopping.block_slot)
                                              : stopping.moved.back().end();
  stopping.moved.push_back({stopping.block_slot, part, true, address, std::move(pieces)});
  costs_.bytes[static_cast<std::size_t>(part)] += stopping.moved.back().bytes();
  engine_.start(stopping.moved.back(), now);
}

void Checkpoint::change_registers(const Stopping& stopping, unsigned context) {
  if (!stopping.leave || stopping.leave->way != policy::Leave::Way::save) return;
  const bool only_live = stopping.leave->only_live;
  if (stopping.leave->compression != policy::Leave::Compression::none &&
      !stopping.compressed_by_block && !stopping.leave->keeps_registers)
    rebuild(contexts_, context, kept_rows(contexts_, context, only_live));
  if (only_live) forget_dead_rows(contexts_, context);
}

void Checkpoint::leave(Stopping& stopping, Cycle now) {
  const std::uint16_t block_slot = stopping.block_slot;
  BlockContext context = take_block(stopping, now);
  around_.probe.show_block(model::BlockFinished{now, block_slot});
  if (stopping.leave && stopping.leave->way == policy::Leave::Way::discard) {
    ++costs_.blocks_discarded;
    costs_.wasted += context.instructions;
    for (const WarpContext& warp : context.warps)
      for (const PartContext& part : warp.parts) costs_.wasted += part.warp_instructions;
    return around_.residents.leave(block_slot, SmReport::Kind::block_discarded, now, {},
                                   context.has_waiting());
  }
  ++costs_.blocks_saved;
  if (stopping.leave) count_saved(contexts_.blocks[block_slot].kernel, context.moved);
  // A block that is evicted and restored again and again makes no progress. An eviction therefore
  // does not count as an effect.
  if (!stopping.leave) around_.watchdog.note_effect(now);
  const Kept kept = context.kept;
  saved_.push_back(std::move(context));
  around_.residents.leave(block_slot, SmReport::Kind::block_saved, now, kept);
}

void Checkpoint::count_saved(std::uint8_t kernel, const std::vector<ContextTransfer>& moved) {
  ContextCounts& counts = around_.counters.contexts[kernel];
  ++counts.blocks_saved;
  for (const ContextTransfer& transfer : moved) {
    counts.bytes_stored += transfer.bytes();
    counts.stores += transfer.segments();
  }
}

BlockContext Checkpoint::take_block(Stopping& stopping, Cycle now) {
  const std::uint16_t block_slot = stopping.block_slot;
  ResidentBlock& resident = contexts_.blocks[block_slot];
  BlockContext saved;
  saved.resided = resident.resided + now - resident.started + 1;
  saved.warp_times = resident.warp_times;
  saved.instructions = resident.instructions;
  saved.offence = resident.offence;
  saved.was_discarded = resident.was_discarded;
  saved.barriers = resident.barriers;
  saved.place = resident.place;
  if (stopping.leave)
    saved.kept = {stopping.leave->keeps_registers && saved.place.registers.size != 0,
                  stopping.leave->keeps_shared && saved.place.shared.size != 0};
  saved.moved = std::move(stopping.moved);
  if (stopping.compressed_by_block) rebuild_block(contexts_, block_slot);
  for (const std::uint16_t context : resident.contexts) {
    if (context == Contexts::kNoContext) continue;
    change_registers(stopping, context);
    saved.warps.push_back(save_warp(context, now));
  }
  std::tie(saved.first_waiting, saved.end_waiting) = around_.residents.take_waiting(block_slot);
  const std::uint64_t number = resident.block.id;
  saved.state = std::exchange(static_cast<exec::BlockState&>(resident.block), {});
  resident.block.id = number;
  resident.barriers.start(0);
  resident.warps_left = 0;
  resident.stopping = false;
  resident.contexts.clear();
  around_.stall_book.note_kernels();
  return saved;
}

WarpContext Checkpoint::save_warp(std::uint16_t context, Cycle now) {
  exec::Warp& warp = contexts_.warps[context];
  WarpContext saved;
  saved.arrivals = contexts_.arrivals[context];
  if (contexts_.gangs.exists()) saved.gangs = contexts_.gangs.take(context);
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    EntityTable::State& state = contexts_.table[entity];
    saved.parts.push_back({.at_barrier = state.condition == Condition::barrier,
                           .barrier = state.barrier,
                           .barrier_pc = state.barrier_pc,
                           .warp_instructions = contexts_.views[entity].warp_instructions,
                           .thread_instructions = contexts_.views[entity].thread_instructions,
                           .watch = around_.watchdog.note_leave(entity)});
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
  around_.front_end.leave(entity);
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

std::uint16_t Checkpoint::free_owner() const {
  auto owner = static_cast<std::uint16_t>(contexts_.blocks.size());
  const auto takes = [&](const Restoring& each) { return each.owner == owner; };
  while (std::ranges::any_of(restoring_, takes)) ++owner;
  return owner;
}

void Checkpoint::restore(std::uint8_t kernel, std::uint64_t block, Cycle now) {
  BlockContext& saved = arriving_.at({kernel, block});
  around_.residents.keep_room(kernel, saved);
  if (saved.moved.empty()) {
    around_.watchdog.note_effect(now);
    return resume(kernel, block, {}, now);
  }
  restoring_.push_back({.kernel = kernel, .block = block, .owner = free_owner(), .arrived = now});
  Restoring& restoring = restoring_.back();
  for (ContextTransfer& transfer : saved.moved) {
    restoring.restore.bytes += transfer.bytes();
    restoring.restore.segments += transfer.segments();
    transfer.owner = restoring.owner;
    transfer.out = false;
    engine_.start(std::move(transfer), now);
  }
  saved.moved.clear();
}

void Checkpoint::finish_restores(Cycle now) {
  std::erase_if(restoring_, [&](Restoring& restoring) {
    if (!engine_.is_done(restoring.owner)) return false;
    restoring.restore.cycles = now - restoring.arrived;
    resume(restoring.kernel, restoring.block, restoring.restore, now);
    return true;
  });
}

void Checkpoint::resume(std::uint8_t kernel, std::uint64_t block, const Restore& restore,
                        Cycle now) {
  BlockContext saved = std::move(arriving_.extract({kernel, block}).mapped());
  const std::uint16_t block_slot = around_.residents.claim_restored(kernel, saved, now);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  resident.resided = saved.resided;
  resident.warp_times = saved.warp_times;
  resident.instructions = saved.instructions;
  resident.offence = saved.offence;
  resident.was_discarded = saved.was_discarded;
  resident.barriers = saved.barriers;
  static_cast<exec::BlockState&>(resident.block) = std::move(saved.state);
  resident.block.belong_to(*contexts_.kernels[kernel].grid);
  around_.residents.show_dispatch(block_slot, saved.unfinished_warps(), now);
  for (WarpContext& warp : saved.warps) restore_warp(block_slot, warp, now);
  for (std::uint32_t index = saved.first_waiting; index < saved.end_waiting; ++index)
    around_.residents.start_warp(block_slot, index, now);
  if (saved.signal == 0) return;
  ContextCounts& counts = around_.counters.contexts[kernel];
  ++counts.blocks_restored;
  counts.bytes_loaded += restore.bytes;
  counts.loads += restore.segments;
  counts.restore_cycles += restore.cycles;
  around_.residents.report_return(block_slot, saved.signal, restore, now);
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
  if (contexts_.gangs.exists()) contexts_.gangs.restore(context, saved.gangs);
  bool waits = false, goes_on = false;
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    goes_on |= restore_part(entity, block_slot, saved.parts[part], now);
    around_.watchdog.note_return(entity, std::move(saved.parts[part].watch));
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
