// Chooses the points where a warp may be preempted. There should be few points, and few registers
// should be live at each point. The source is Lin's dissertation "Architectural Support for
// Efficient GPU Multiprogramming" (NCSU), section 2.4.1.
//
// Every innermost loop has one point. The point is the barrier with the fewest live registers, or
// the instruction with the fewest live registers if the loop has no barrier. Outside of innermost
// loops there is one point in every K instructions, chosen by the same rule. A routine without
// loops and barriers that is shorter than K instructions has no point. An iteration of an outer
// loop may reach no point, because it skips the inner loops or the barrier. Such an outer loop gets
// one more point.
//
// Recursion is treated as a loop whose iterations are calls. Each function of the recursion has a
// point at its entry, so that every call reaches a point. If some function of the recursion has a
// barrier, no function of the recursion gets a point at its entry, since a loop with a barrier also
// has no other point.
//
// If the code contains instructions that mark points (Op::preemption_point), the analysis chooses
// these instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/flow/loops.hpp"
#include "heddle/compile/liveness/live_points.hpp"

namespace heddle::compile {

/// True if the routine has a barrier at which threads wait (not only bar.arrive).
bool has_waiting_barrier(const Routine& routine);

/// Returns the points, sorted by pc. Their lists `live` and `live_apart` contain rows of the frame,
/// but no predicates. `interval` is K. The source uses values of K from 100 to 1000 and finds that
/// K has little influence. `at_entry` requests a point at the routine's entry.
std::vector<isa::PreemptionPoint> find_preemption_points(const Routine& routine,
                                                         const FlowGraph& graph,
                                                         const LoopNest& nest,
                                                         const LivePoints& points,
                                                         std::uint32_t interval, bool at_entry);

/// Finds the points of the routine and inserts an Op::preemption_point before each point that is
/// not a barrier. A later search in the changed routine finds the same points. No instruction marks
/// the points at the entries of recursive functions.
void insert_preemption_points(Routine& routine, std::uint32_t interval);

}  // namespace heddle::compile
