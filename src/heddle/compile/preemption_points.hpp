// Where a warp may be stopped to take its SM away: few points, where little is live. After Lin's
// dissertation "Architectural Support for Efficient GPU Multiprogramming" (NCSU), section 2.4.1.
//
// Every innermost loop has one: the barrier before which least is live, or if it has no barrier the
// instruction. Outside of innermost loops there is one in every K instructions, chosen likewise; a
// routine without loops, without barriers and shorter than K has none.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/live_points.hpp"
#include "heddle/compile/loops.hpp"

namespace heddle::compile {

/// Sorted by pc. `live` and `live_apart` list rows of the frame, not predicates. `interval` is K,
/// in the source from 100 to 1000, without much influence.
std::vector<isa::PreemptionPoint> find_preemption_points(const Routine& routine,
                                                         const FlowGraph& graph,
                                                         const LoopNest& nest,
                                                         const LivePoints& points,
                                                         std::uint32_t interval);

}  // namespace heddle::compile
