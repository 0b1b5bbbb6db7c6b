#include "heddle/core/formed_warps/block_paths.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {
namespace {

/// Returns the frame in which the threads of a stack entry execute: the entry without its lanes.
exec::StackEntry frame_of(const exec::BasicStackEntry<exec::BlockLanes>& entry) {
  return {.pc = entry.pc,
          .reconvergence = entry.reconvergence,
          .depth = entry.depth,
          .row_base = entry.row_base,
          .predicate_base = entry.predicate_base,
          .local_base = entry.local_base,
          .function = entry.function};
}

/// Returns whether lanes that execute the instruction can continue at different addresses, or end.
bool may_part(const exec::ExecutableInstruction& executable, const FormedWarp& formed) {
  const bool all_go_together = executable.instruction->guard == isa::kNoGuard &&
                               formed.results.front().outcome.kind == exec::PathOutcomeKind::branch;
  return executable.moves_stack && !all_go_together;
}

/// Chooses one warp of each group as the group's owner, so that all owners differ. It looks at one
/// lane that has a thread in the last group. Every earlier group also has a thread in this lane,
/// and all these threads belong to different warps, which become the owners.
std::vector<std::uint16_t> owners_of(const std::vector<exec::WarpGroup>& groups, bool is_static) {
  std::vector<std::uint16_t> owners;
  const LaneMask lane = lane_bit(first_lane(exec::lanes_of(groups.back())));
  for (const exec::WarpGroup& group : groups) {
    const auto has_lane = [lane](const exec::GroupMember& member) {
      return (member.lanes & lane) != 0;
    };
    owners.push_back(is_static ? group.front().warp : std::ranges::find_if(group, has_lane)->warp);
  }
  return owners;
}

}  // namespace

BlockPaths::BlockPaths(const Surroundings& around)
    : contexts_(around.contexts),
      around_(around),
      warps_(around),
      blocks_(around.contexts.blocks.size()) {}

void BlockPaths::start(std::span<const std::uint16_t> launched, Cycle now) {
  for (std::size_t first = 0, end = 0; first < launched.size(); first = end) {
    const std::uint16_t block_slot = contexts_.table[launched[first]].block_slot;
    exec::BlockLanes threads;
    for (; end < launched.size() && contexts_.table[launched[end]].block_slot == block_slot;
         ++end) {
      const exec::Warp& warp = contexts_.warp_of(launched[end]);
      threads.warp[warp.index] = warp.threads;
    }
    Block& block = blocks_[block_slot] = {};
    block.stack.start(threads, contexts_.warp_of(launched[first]).pc());
    form_warps(block_slot, now, 0);
  }
}

void BlockPaths::form_warps(std::uint16_t block_slot, Cycle now, std::uint32_t delay) {
  Block& block = blocks_[block_slot];
  block.formations = block.stack.formations();
  block.entities.clear();
  const std::vector<exec::WarpGroup>& groups = block.stack.groups();
  if (groups.empty()) return;
  const std::vector<std::uint16_t> owners = owners_of(groups, block.stack.has_original_warps());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::uint16_t owner = contexts_.blocks[block_slot].contexts[owners[i]];
    const auto entity = static_cast<std::uint16_t>(contexts_.homes + owner);
    block.entities.push_back(entity);
    warps_.form(entity, frame_of(block.stack.top()), in_contexts(block_slot, groups[i]));
    // The compactor forms one warp per cycle.
    const auto turn = static_cast<std::uint32_t>(block.stack.has_original_warps() ? 0 : i);
    go_on(entity, block.stack.top().pc, now, delay + turn);
  }
}

void BlockPaths::go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay) {
  FormedWarp& formed = contexts_.formed_of(entity);
  const bool is_warp_wide =
      contexts_.program_of(entity).at(pc).lane_dependence != exec::LaneDependence::no;
  if (!is_warp_wide || block_of(entity).stack.has_original_warps())
    return warps_.go_on(entity, pc, now, delay);
  formed.frame.pc = pc;
  formed.before_warp_wide = true;
  formed.goes_on = now + delay;
  around_.flow.stop(entity);
}

void BlockPaths::executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  FormedWarp& formed = contexts_.formed_of(entity);
  formed.goes_on = now + around_.flow.delay_after(decoded);
  const exec::ExecutableInstruction& executable = warps_.executable(entity);
  const exec::PathOutcome& outcome = formed.results.front().outcome;
  const bool jumps = executable.moves_stack && outcome.kind == exec::PathOutcomeKind::branch;
  const Pc next = jumps ? outcome.target : formed.frame.pc + 1;
  const bool stops = formed.kind == exec::StepKind::barrier || may_part(executable, formed) ||
                     next == block_of(entity).stack.top().reconvergence;
  if (stops) return around_.flow.stop(entity);
  go_on(entity, next, now, formed.delay(now));
}

void BlockPaths::settle(Cycle now) {
  while (!around_.flow.due().empty()) {
    coming_.clear();
    std::swap(coming_, around_.flow.due());
    for (const std::uint16_t entity : coming_) come(entity, now);
  }
}

void BlockPaths::come(std::uint16_t entity, Cycle now) {
  FormedWarp& formed = contexts_.formed_of(entity);
  if (!formed.before_warp_wide) {
    return formed.kind == exec::StepKind::barrier ? come_to_barrier(entity, now)
                                                  : come_to_end_of_path(entity, now);
  }
  around_.conditions.set(entity, Condition::meeting);
  const std::uint16_t block_slot = contexts_.table[entity].block_slot;
  if (blocks_[block_slot].stack.arrive_at_warp_wide(formed.frame.pc))
    follow_stack(block_slot, now, formed.delay(now));
}

void BlockPaths::come_to_end_of_path(std::uint16_t entity, Cycle now) {
  FormedWarp& formed = contexts_.formed_of(entity);
  EntityTable::State& state = contexts_.table[entity];
  around_.conditions.set(entity, Condition::meeting);
  std::vector<exec::PathOutcome> outcomes;
  for (const FormedWarp::Result& result : formed.results) outcomes.push_back(result.outcome);
  const std::uint16_t block_slot = state.block_slot;
  if (blocks_[block_slot].stack.arrive(in_block(formed.group), formed.frame.pc, outcomes))
    follow_stack(block_slot, now, formed.delay(now));
}

void BlockPaths::follow_stack(std::uint16_t block_slot, Cycle now, std::uint32_t delay) {
  Block& block = blocks_[block_slot];
  if (block.formations == block.stack.formations()) {
    for (const std::uint16_t entity : block.entities) {
      const Pc last = contexts_.formed_of(entity).frame.pc;
      contexts_.formed_of(entity).frame = frame_of(block.stack.top());
      contexts_.formed_of(entity).frame.pc = last;
      go_on(entity, block.stack.top().pc, now, delay);
    }
    return;
  }
  for (const std::uint16_t entity : block.entities) warps_.dissolve(entity);
  form_warps(block_slot, now, delay);
  const std::vector<std::uint16_t> homes = contexts_.blocks[block_slot].contexts;
  for (const std::uint16_t context : homes)
    if (context != Contexts::kNoContext) warps_.end_if_exited(context, now);
  if (!block.stack.empty()) open_barriers(block_slot, now);
}

void BlockPaths::come_to_barrier(std::uint16_t entity, Cycle now) {
  const FormedWarp& formed = contexts_.formed_of(entity);
  EntityTable::State& state = contexts_.table[entity];
  Block& block = block_of(entity);
  const auto executes = [](const FormedWarp::Result& result) { return result.executed != 0; };
  const exec::BarrierArrival any = std::ranges::find_if(formed.results, executes)->barrier;
  for (std::size_t i = 0; i < formed.group.size(); ++i) {
    // The whole warp arrives, including members in which no lane executes the barrier.
    exec::BarrierArrival arrival = executes(formed.results[i]) ? formed.results[i].barrier : any;
    if (!executes(formed.results[i])) arrival.votes = 0;
    arrival.lanes = formed.group[i].lanes;
    block.barriers.arrive(contexts_.warps[formed.group[i].warp].index, arrival);
  }
  state.barrier_pc = formed.frame.pc;
  state.barrier = any.id;
  around_.conditions.set(entity, Condition::barrier);
  const std::uint16_t block_slot = state.block_slot;
  if (any.kind == exec::BarrierKind::arrive) go_behind_barrier(entity, now, 1);
  open_barriers(block_slot, now);
}

void BlockPaths::go_behind_barrier(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  FormedWarp& formed = contexts_.formed_of(entity);
  formed.goes_on = now + delay;
  if (formed.frame.pc + 1 == block_of(entity).stack.top().reconvergence)
    return come_to_end_of_path(entity, now);
  go_on(entity, formed.frame.pc + 1, now, delay);
}

void BlockPaths::open_barriers(std::uint16_t block_slot, Cycle now) {
  Block& block = blocks_[block_slot];
  exec::ThreadBarriers::Release release;
  while (block.barriers.complete(block.stack.top().lanes, block.stack.live(), release)) {
    around_.watchdog.note_effect(now);
    std::vector<std::uint16_t> released;
    std::ranges::copy_if(block.entities, std::back_inserter(released), [&](std::uint16_t entity) {
      const EntityTable::State& state = contexts_.table[entity];
      return state.condition == Condition::barrier && state.barrier == release.barrier;
    });
    for (const std::uint16_t entity : released) {
      const FormedWarp& formed = contexts_.formed_of(entity);
      warps_.open_barrier(formed.frame, formed.group, formed.frame.pc, release.value);
      go_behind_barrier(entity, now, around_.flow.barrier_latency());
    }
  }
}

exec::WarpGroup BlockPaths::in_contexts(std::uint16_t block_slot, exec::WarpGroup group) const {
  for (exec::GroupMember& member : group)
    member.warp = contexts_.blocks[block_slot].contexts[member.warp];
  return group;
}

exec::WarpGroup BlockPaths::in_block(exec::WarpGroup group) const {
  for (exec::GroupMember& member : group)
    member.warp = static_cast<std::uint16_t>(contexts_.warps[member.warp].index);
  return group;
}

}  // namespace heddle::core
