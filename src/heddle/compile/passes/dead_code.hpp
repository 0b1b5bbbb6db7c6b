// Instructions whose results nobody reads and that have no other effect. An atomic whose old value
// nobody reads becomes a reduction.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void remove_dead_code(Routine& routine);

}  // namespace heddle::compile
