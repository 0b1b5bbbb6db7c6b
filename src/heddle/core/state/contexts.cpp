#include "heddle/core/state/contexts.hpp"

#include <algorithm>

#include "heddle/core/terms/specs.hpp"

namespace heddle::core {
namespace {

/// The largest number of formed warps on an SM. There are never more than the SM's threads. Where
/// each block has a stack, there are never more than its warps.
unsigned formed_warps(const SmSpec& sm, const policy::Shape& shape) {
  switch (shape.paths) {
    case policy::PathKind::block_stacks:
      return sm.warps;
    case policy::PathKind::warp_pool:
      return std::min(sm.threads, model::EntityMask::kCapacity - sm.warps);
    default:
      return 0;
  }
}

}  // namespace

Contexts::Contexts(const SmSpec& sm, const policy::Shape& shape_of_sm,
                   const policy::ContextLimits& limits)
    : shape(shape_of_sm),
      homes(limits.warps_with(sm.warps) * shape.parts),
      are_few(homes + formed_warps(sm, shape) <= model::NarrowMask::kCapacity),
      names(shape.parts),
      places(
          model::places_in_turn(homes + formed_warps(sm, shape), shape.slots, shape.lane_groups)),
      register_strides(shape.runs_in_lanes() ? homes : 0),
      table(static_cast<std::uint32_t>(places.size())),
      gangs(shape.forms_gangs() ? sm.warps : 0, names),
      warps(limits.warps_with(sm.warps)),
      formed(formed_warps(sm, shape)),
      views(places.size()),
      arrivals(warps.size()),
      blocks(limits.blocks_with(sm.blocks)),
      paths(warps, formed, names),
      slot_members(shape.slots),
      group_members(shape.lane_groups),
      may_be_away(limits.exceed_slots()) {
  for (unsigned entity = 0; entity < entities(); ++entity) {
    slot_members[places[entity].slot].set(entity);
    group_members[places[entity].lane_group].set(entity);
    if (!is_formed(entity)) table[entity].warp = &warps[names.warp_of(entity)];
  }
  for (exec::Warp& warp : warps) warp.parts.resize(shape.parts);
}

Pc Contexts::pc_of(unsigned entity) const {
  const EntityTable::State& state = table[entity];
  if (is_formed(entity)) return formed_of(entity).frame.pc;
  const bool waits = state.condition == Condition::barrier || shape.forms_warps();
  return waits ? state.barrier_pc : warp_of(entity).pc(names.part_of(entity));
}

std::uint16_t Contexts::free_context() const {
  return static_cast<std::uint16_t>(names.warp_of(table.in(Condition::absent).first()));
}

std::uint32_t Contexts::free_contexts() const {
  std::uint32_t free = 0;
  for (unsigned context = 0; context < warps.size(); ++context)
    free += table[home_of(context)].condition == Condition::absent ? 1 : 0;
  return free;
}

std::optional<std::uint64_t> Contexts::resident_block(std::uint16_t block_slot) const {
  const ResidentBlock& resident = blocks.at(block_slot);
  if (!resident.resides()) return std::nullopt;
  return resident.block.id;
}

std::uint32_t Contexts::resident_warps() const {
  return static_cast<std::uint32_t>(warps.size()) - free_contexts();
}

std::uint64_t Contexts::instructions_of(unsigned context) const {
  std::uint64_t instructions = 0;
  for_each_part(context,
                [&](std::uint16_t entity) { instructions += views[entity].warp_instructions; });
  return instructions;
}

void Contexts::note_offence(unsigned entity, Pc pc) {
  if (is_formed(entity)) return;
  ResidentBlock& resident = block_of(entity);
  const std::vector<isa::Offence>* const offences = kernels[resident.kernel].offences;
  if (resident.offence != kNoPc || offences == nullptr) return;
  if (isa::find_offence(*offences, pc) != nullptr) resident.offence = pc;
}

}  // namespace heddle::core
