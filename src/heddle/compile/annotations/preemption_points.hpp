// Chooses the points where a warp may be stopped to take its SM away: few points with few live
// registers. Source: Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming"
// (NCSU), section 2.4.1.
//
// Every innermost loop has one point: the barrier with the fewest live registers, or without a
// barrier the instruction with the fewest. Outside of innermost loops there is one point in every K
// instructions, chosen the same way. A routine without loops, without barriers and shorter than K
// has no point. If an iteration of an outer loop may meet no point, because it skips the inner
// loops or the barrier, the outer loop gets one more point.
//
// Recursion is a loop whose iterations are calls. Each of its functions has a point at its entry,
// so that every call meets one. If some function of the recursion has a barrier, none of them has a
// point at its entry, as for a loop.
//
// If the code contains instructions for points (Op::preemption_point), the analysis chooses those.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/flow/loops.hpp"
#include "heddle/compile/liveness/live_points.hpp"

namespace heddle::compile {

/// True if the routine has a barrier at which threads wait.
bool has_waiting_barrier(const Routine& routine);

/// Returns the points, sorted by pc. `live` and `live_apart` list rows of the frame, not
/// predicates. `interval` is K; the source uses 100 to 1000 and finds that the choice has little
/// influence. `at_entry` requests a point at the routine's entry.
std::vector<isa::PreemptionPoint> find_preemption_points(const Routine& routine,
                                                         const FlowGraph& graph,
                                                         const LoopNest& nest,
                                                         const LivePoints& points,
                                                         std::uint32_t interval, bool at_entry);

/// Inserts an Op::preemption_point before each point of the routine that is no barrier. A later
/// search in the changed routine finds these points. The entries of recursive functions get no
/// instruction.
void insert_preemption_points(Routine& routine, std::uint32_t interval);

}  // namespace heddle::compile
