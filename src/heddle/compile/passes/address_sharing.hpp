// Address arithmetic that an instruction on every path to it has already done, on the same values,
// is not done again: a copy of that result takes its place, which copy propagation then removes.
// What feeds no address stays, and so does what would have to be kept in a register that is written
// again.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Whether anything was shared.
bool share_addresses(Routine& routine);

}  // namespace heddle::compile
