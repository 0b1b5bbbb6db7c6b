// Removes instructions that have no effect and whose results are never read. An atomic whose old
// value is never read becomes a reduction.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void remove_dead_code(Routine& routine);

}  // namespace heddle::compile
