#include "heddle/core/contexts.hpp"

#include "heddle/core/specs.hpp"

namespace heddle::core {

Contexts::Contexts(const SmSpec& sm, const policy::Shape& shape_of_sm)
    : shape(shape_of_sm),
      names(shape.parts),
      places(model::places_in_turn(sm.warps * shape.parts, shape.slots, shape.lane_groups)),
      register_strides(shape.runs_in_lanes() ? sm.warps * shape.parts : 0),
      table(sm.warps * shape.parts),
      warps(sm.warps),
      views(sm.warps * shape.parts),
      arrivals(sm.warps),
      blocks(sm.blocks),
      paths(warps, names),
      slot_members(shape.slots),
      group_members(shape.lane_groups) {
  for (unsigned entity = 0; entity < entities(); ++entity) {
    slot_members[places[entity].slot].set(entity);
    group_members[places[entity].lane_group].set(entity);
    table[entity].warp = &warps[names.warp_of(entity)];
  }
  for (exec::Warp& warp : warps) warp.parts.resize(shape.parts);
}

Pc Contexts::pc_of(unsigned entity) const {
  const EntityTable::State& state = table[entity];
  return state.condition == Condition::barrier ? state.barrier_pc
                                               : warp_of(entity).pc(names.part_of(entity));
}

std::uint16_t Contexts::free_context() const {
  return static_cast<std::uint16_t>(names.warp_of(table.in(Condition::absent).first()));
}

std::optional<std::uint64_t> Contexts::resident_block(std::uint16_t block_slot) const {
  const ResidentBlock& resident = blocks.at(block_slot);
  if (!resident.resides()) return std::nullopt;
  return resident.block.id;
}

std::uint32_t Contexts::resident_warps() const {
  return static_cast<std::uint32_t>(warps.size()) -
         table.in(Condition::absent).count() / shape.parts;
}

std::uint64_t Contexts::instructions_of(unsigned context) const {
  std::uint64_t instructions = 0;
  for_each_part(context,
                [&](std::uint16_t entity) { instructions += views[entity].warp_instructions; });
  return instructions;
}

}  // namespace heddle::core
