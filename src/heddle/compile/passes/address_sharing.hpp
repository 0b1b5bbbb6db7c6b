// Removes repeated address arithmetic. Suppose that an instruction computes the same operation on
// the same values as an earlier instruction, which runs on every path to it. Then a copy of the
// earlier result replaces the operation, and copy propagation removes the copy. Arithmetic stays if
// no address depends on it, or if the register of the earlier result is written again before the
// operation.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns true if any operation was replaced.
bool share_addresses(Routine& routine);

}  // namespace heddle::compile
