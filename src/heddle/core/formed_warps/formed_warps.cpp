#include "heddle/core/formed_warps/formed_warps.hpp"

#include <utility>

namespace heddle::core {

void FormedWarps::form(std::uint16_t entity, const exec::StackEntry& frame, exec::WarpGroup group) {
  const unsigned home = contexts_.home_of(exec::home_of(group));
  const EntityTable::State& of_home = contexts_.table[home];
  contexts_.table.launch(entity, of_home.kernel, of_home.block_slot);
  contexts_.views[entity] = contexts_.views[home];
  contexts_.views[entity].warp_instructions = contexts_.views[entity].thread_instructions = 0;
  FormedWarp& formed = contexts_.formed_of(entity);
  formed.frame = frame;
  formed.before_warp_wide = false;
  formed.services = 0;
  set_group(entity, std::move(group));
  around_.conditions.launch(entity);
  around_.front_end.launch(entity);
}

void FormedWarps::set_group(std::uint16_t entity, exec::WarpGroup group) {
  contexts_.table[entity].warp = &contexts_.warps[exec::home_of(group)];
  contexts_.formed_of(entity).group = std::move(group);
}

void FormedWarps::begin(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  point_at_frame(entity);
  around_.flow.go_on(entity, now, delay);
}

void FormedWarps::wait_for_code(std::uint16_t entity) {
  point_at_frame(entity);
  around_.conditions.set(entity, Condition::fetch);
}

void FormedWarps::point_at_frame(std::uint16_t entity) {
  const Pc pc = contexts_.formed_of(entity).frame.pc;
  contexts_.table.set_next(entity, &contexts_.program_of(entity).at(pc));
}

void FormedWarps::go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay) {
  FormedWarp& formed = contexts_.formed_of(entity);
  if (pc != formed.frame.pc + 1) around_.front_end.launch(entity);
  formed.frame.pc = pc;
  begin(entity, now, delay);
}

void FormedWarps::dissolve(std::uint16_t entity) {
  contexts_.table.set_next(entity, nullptr);
  around_.conditions.set(entity, Condition::absent);
}

void FormedWarps::end_if_exited(std::uint16_t context, Cycle now) {
  exec::Warp& warp = contexts_.warps[context];
  if (warp.done() || (warp.threads & ~warp.exited) != 0) return;
  warp.parts[0].start(0, 0);
  around_.flow.end(contexts_.home_of(context), now);
}

void FormedWarps::open_barrier(const exec::StackEntry& frame, const exec::WarpGroup& group, Pc pc,
                               std::uint32_t value) {
  for (const exec::GroupMember& member : group) {
    exec::complete_barrier(
        {.warp = &contexts_.warps[member.warp], .lanes = member.lanes, .frame = frame}, pc, value);
  }
}

const exec::ExecutableInstruction& FormedWarps::executable(std::uint16_t entity) const {
  const exec::Grid& grid = *contexts_.kernels[contexts_.table[entity].kernel].grid;
  return grid.executable->code[contexts_.formed_of(entity).frame.pc];
}

}  // namespace heddle::core
