// Compute capabilities from which on instructions exist, where programs may run on devices without
// them. Source: the PTX ISA, target notes of each instruction.
#pragma once

#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::isa {

/// Returns the compute capability from which on the instruction exists, 80 for 8.0. 0: every device
/// has the instruction, or stands in for it.
unsigned capability_of(Op op, const Modifiers& modifiers);

}  // namespace heddle::isa
