// Decides when the entities of a leaving block have stopped. An entity stops at its present
// instruction, or at its next preemption point. An entity that waits for stopped entities stays
// where it waits: at a barrier of the block, or at a warp-wide instruction at which parts of its
// warp meet.
#pragma once

#include <cstdint>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

/// Stops the block's entities that could issue or that wait for results. With `at_points`, stops
/// only entities whose next instruction is a preemption point. An entity that waits at a barrier,
/// for a fetch or for a service is not stopped before this wait is over.
void stop_entities(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot,
                   bool at_points);

/// Stops the block's entities that wait at a warp-wide instruction for a part that will never
/// arrive, because it has stopped or waits at a barrier that stays closed.
void stop_meetings(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot);

/// Returns whether each entity of the block has stopped, drains or waits at a barrier, and whether
/// nothing of the block is in flight.
bool is_quiet(const Contexts& contexts, std::uint16_t block_slot);

/// Returns whether all barriers of the block stay closed because an entity that would have to
/// arrive has stopped.
bool keeps_barriers_shut(const Contexts& contexts, std::uint16_t block_slot);

/// Returns whether the warp in the context keeps its state until its block is saved. `shut`: the
/// block's barriers stay closed.
bool stays(const Contexts& contexts, unsigned context, bool shut);

}  // namespace heddle::core
