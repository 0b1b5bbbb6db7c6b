// Registers that hardware needs and that PTX does not name. One PTX instruction can stand for a
// sequence or a routine of hardware instructions (a division, a 64-bit product, printf). Here such
// an instruction is one operation without temporaries, but a thread on hardware must have room for
// them. Program::registers counts these registers. No instruction uses them.
#pragma once

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// True if the hardware's code for the operation has branches. Then no instruction moves across the
/// operation.
bool is_routine(isa::Op op);

/// The most rows that the routine needs at an instruction with hidden registers: the live rows plus
/// the hidden ones. 0 if no instruction has hidden registers.
std::uint32_t rows_with_hidden(const Routine& routine, const FlowGraph& graph,
                               const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
