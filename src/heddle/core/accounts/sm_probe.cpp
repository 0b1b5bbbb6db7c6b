#include "heddle/core/accounts/sm_probe.hpp"

#include <algorithm>

namespace heddle::core {

using model::EntityMask;
using model::Stall;

void SmProbe::tell_anew() {
  std::ranges::fill(shown_states_, Stall::empty);
  shown_depths_ = {};
}

Stall SmProbe::state_of(unsigned entity, const EntityMask& issuable) const {
  if (contexts_.may_be_away && contexts_.away.test(entity)) return Stall::away;
  switch (contexts_.table[entity].condition) {
    case Condition::ready:
      if (gate_.held().test(entity)) return Stall::throttled;
      return issuable.test(entity) ? Stall::issued : Stall::pipeline;
    case Condition::scoreboard_memory:
      return Stall::scoreboard_memory;
    case Condition::scoreboard_compute:
      return Stall::scoreboard_compute;
    case Condition::memory_order:
      return Stall::memory_order;
    case Condition::service:
      return Stall::service;
    case Condition::barrier:
    case Condition::meeting:
      return Stall::barrier;
    case Condition::fetch:
      return Stall::fetch;
    case Condition::draining:
      return Stall::drain;
    case Condition::stopped:
      return Stall::stopped;
    case Condition::away:
      return Stall::away;
    case Condition::absent:
    case Condition::pooled:
      break;
  }
  return Stall::empty;
}

void SmProbe::tell_write_back(std::uint16_t entity, Pc pc, Cycle now) const {
  subscribers_.tell(model::WriteBack{now, pc, entity});
}

void SmProbe::tell_stall(unsigned slot, Stall reason, Cycle from, Cycle cycles) const {
  subscribers_.tell(model::SlotStalled{from, cycles, static_cast<std::uint8_t>(slot), reason});
}

void SmProbe::tell_held(const EntityMask& entities) const {
  if (entities.any()) subscribers_.tell(model::ThrottleHeld{entities});
}

void SmProbe::tell_execution(std::uint16_t entity, const exec::Step& step, Cycle now) const {
  subscribers_.tell(
      model::InstructionExecuted{now, step.pc, contexts_.lanes_of(step.active, entity), entity});
}

void SmProbe::tell_launch(std::uint16_t entity, Cycle now) const {
  const model::WarpView& view = contexts_.views[entity];
  const exec::Block& block = contexts_.blocks[view.block_slot].block;
  subscribers_.tell(model::WarpLaunched{now, entity, static_cast<std::uint16_t>(view.block_slot),
                                        view.index, block.grid->shape.grid_id, block.id});
}

void SmProbe::tell_warp_end(unsigned context, Cycle now) const {
  const std::uint16_t entity = contexts_.home_of(context);
  const model::WarpView& view = contexts_.views[entity];
  const ResidentBlock& resident = contexts_.blocks[view.block_slot];
  subscribers_.tell(model::WarpFinished{.cycle = now,
                                        .dispatched = resident.started,
                                        .launched = view.launched_at,
                                        .entity = entity,
                                        .parts = static_cast<std::uint8_t>(contexts_.shape.parts),
                                        .index = view.index,
                                        .grid = resident.block.grid->shape.grid_id,
                                        .block = resident.block.id,
                                        .instructions = contexts_.instructions_of(context)});
}

void SmProbe::show_states(const EntityMask& issuable, Cycle now) {
  for (unsigned entity = 0; entity < shown_states_.size(); ++entity) {
    const Stall state = state_of(entity, issuable);
    if (state == shown_states_[entity]) continue;
    shown_states_[entity] = state;
    subscribers_.tell(model::WarpStateChanged{now, static_cast<std::uint16_t>(entity), state});
  }
}

void SmProbe::show_issue(unsigned slot, std::uint16_t entity, const DecodedInstruction& decoded,
                         const exec::Step& step, Cycle now) const {
  subscribers_.tell(model::InstructionIssued{.cycle = now,
                                             .pc = step.pc,
                                             .lanes = contexts_.lanes_of(step.executed, entity),
                                             .entity = entity,
                                             .slot = static_cast<std::uint8_t>(slot),
                                             .unit = static_cast<std::uint8_t>(decoded.unit),
                                             .kernel = contexts_.table[entity].kernel,
                                             .op_class = decoded.op_class});
}

void SmProbe::show_depths(const model::QueueDepths& depths) {
  const bool same = depths.load_store == shown_depths_.load_store &&
                    depths.in_flight == shown_depths_.in_flight &&
                    depths.outstanding == shown_depths_.outstanding;
  if (same) return;
  shown_depths_ = depths;
  subscribers_.tell(depths);
}

}  // namespace heddle::core
