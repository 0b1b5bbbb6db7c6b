// Removes repeated address arithmetic. If every path to an operation has already run an instruction
// that computes the same operation on the same values, a copy of that result replaces the
// operation. Copy propagation then removes the copy. Arithmetic stays if no address depends on it,
// or if its earlier result would have to be kept in a register that is written again.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns true if anything was shared.
bool share_addresses(Routine& routine);

}  // namespace heddle::compile
