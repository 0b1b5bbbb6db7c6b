// When the entities of a block that leaves its SM have stopped. An entity stops where it is, or at
// the next preemption point. An entity that waits for others which have stopped stays where it
// waits: at a barrier of the block, or at a warp-wide instruction for which parts of its warp meet.
#pragma once

#include <cstdint>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

/// Stops the block's entities that could issue, or that wait for results; with `at_points` only
/// those whose next instruction is a preemption point. Entities that wait at barriers, for fetches
/// or for services stop when that ends.
void stop_entities(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot,
                   bool at_points);

/// Stops the block's entities that wait at a warp-wide instruction for parts that do not come: a
/// part that has stopped, or that waits at a barrier which stays shut.
void stop_meetings(Contexts& contexts, EntityConditions& conditions, std::uint16_t block_slot);

/// Whether all entities of the block have stopped or wait at barriers, with nothing in flight.
bool is_quiet(const Contexts& contexts, std::uint16_t block_slot);

/// Whether no barrier opens for the block any more, since some entity has stopped before it.
bool keeps_barriers_shut(const Contexts& contexts, std::uint16_t block_slot);

/// Whether the warp in the context stays as it is until its block is saved. `shut`: barriers of the
/// block stay shut.
bool stays(const Contexts& contexts, unsigned context, bool shut);

}  // namespace heddle::core
