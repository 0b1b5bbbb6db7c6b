// Registers that hardware needs and PTX does not name. One PTX instruction can stand for a sequence
// or a routine (a division, a 64-bit product, printf), which here is one operation: it computes
// without temporaries of its own, but a thread must have room for them. Program::registers counts
// them; no instruction uses them.
#pragma once

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// Hardware does it with branches of its own: nothing moves across it.
bool is_routine(isa::Op op);

/// Rows that the routine needs where it needs most: those that are live at an instruction and what
/// that instruction hides. 0 if no instruction hides any.
std::uint32_t rows_with_hidden(const Routine& routine, const FlowGraph& graph,
                               const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
