// Removes repeated address arithmetic. An operation is repeated if an earlier instruction computes
// the same operation on the same values and runs on every path to the operation. A copy of the
// earlier result then replaces the operation, and copy propagation removes the copy. Arithmetic
// stays if no address depends on it, or if the register of the earlier result is written again
// before the operation.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns true if any operation was replaced.
bool share_addresses(Routine& routine);

}  // namespace heddle::compile
