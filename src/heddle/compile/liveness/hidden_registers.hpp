// Registers that hardware needs and that PTX does not name. One PTX instruction (a division, a
// 64-bit product, printf) can stand for a sequence or a routine of hardware instructions, which
// needs temporary registers. In heddle such an instruction is one operation without temporaries.
// Program::registers counts the temporaries of hardware, but no instruction uses them.
#pragma once

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// True if hardware runs the operation as a routine with branches. The scheduler then moves no
/// instruction across the operation.
bool is_routine(isa::Op op);

/// Returns the largest number of rows that the routine needs at an instruction with hidden
/// registers. This number is the sum of live rows and hidden registers. 0 if no instruction has
/// hidden registers.
std::uint32_t rows_with_hidden(const Routine& routine, const FlowGraph& graph,
                               const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
