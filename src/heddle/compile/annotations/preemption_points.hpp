// Where a warp may be stopped to take its SM away: few points, where little is live. After Lin's
// dissertation "Architectural Support for Efficient GPU Multiprogramming" (NCSU), section 2.4.1.
//
// Every innermost loop has one: the barrier before which least is live, or if it has no barrier the
// instruction. Outside of innermost loops there is one in every K instructions, chosen likewise; a
// routine without loops, without barriers and shorter than K has none. Where the code may come
// round without having met one, since loops inside were skipped or the barrier was, there is one
// more.
//
// Recursion is a loop whose trips are calls: a function of it has a point at its entry, so that
// every trip meets one. If some function of the recursion has a barrier, none has, as in a loop.
//
// Where the code has instructions for points (Op::preemption_point), these are chosen.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/flow/loops.hpp"
#include "heddle/compile/liveness/live_points.hpp"

namespace heddle::compile {

/// Whether its threads wait at a barrier somewhere.
bool has_waiting_barrier(const Routine& routine);

/// Sorted by pc. `live` and `live_apart` list rows of the frame, not predicates. `interval` is K,
/// in the source from 100 to 1000, without much influence. `at_entry`: there is one at the entry.
std::vector<isa::PreemptionPoint> find_preemption_points(const Routine& routine,
                                                         const FlowGraph& graph,
                                                         const LoopNest& nest,
                                                         const LivePoints& points,
                                                         std::uint32_t interval, bool at_entry);

/// Puts an Op::preemption_point in front of each point of the routine that is no barrier. The
/// points of what it has become are these. Entries of functions that recur get none.
void insert_preemption_points(Routine& routine, std::uint32_t interval);

}  // namespace heddle::compile
