// Where each thread is scheduled by itself, some instructions ask before they execute whether they
// may, or let another path of the warp run after them. exec/progress decides.
#pragma once

#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

struct StepContext;
struct Step;
struct Warp;

/// Returns the handler of an instruction that has a gate; null: it has none, so it always executes.
/// The handler first asks whether the path may execute the instruction now. If not, it puts another
/// path on top of the stack, and the outcome is PathOutcomeKind::elsewhere.
void (*gated_handler(const isa::Instruction& instruction))(StepContext&);

/// Counts a turn of the running path through a loop that may wait for other lanes. If the path has
/// done many turns while others waited, another path gets its turn. The stack has been updated.
void end_turn(Warp& warp, const Step& step);

}  // namespace heddle::exec
