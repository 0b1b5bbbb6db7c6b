// Where each thread is scheduled by itself, some instructions ask before they execute whether they
// may, or let another path of the warp run after them. exec/progress decides.
#pragma once

#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

struct StepContext;
struct Step;
struct Warp;

/// Asks whether the executing path may execute its instruction now. If so, the context has the
/// lanes that execute it together. If not, the stack has another path on top.
using Gate = bool (*)(StepContext&);

/// Returns the gate of the instruction; null: it always executes.
Gate gate_of(const isa::Instruction& instruction);

/// Counts a turn of the running path through a loop that may wait for other lanes. If the path has
/// done many turns while others waited, another path gets its turn. The stack has been updated.
void end_turn(Warp& warp, const Step& step);

}  // namespace heddle::exec
