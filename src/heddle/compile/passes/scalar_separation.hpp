// Tells values on which a warp agrees from those that each thread has for itself, so that either
// kind gets registers of its own class.
#pragma once

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Rows and predicates become the values that they held (value_webs), each marked as what it is in
/// Routine::scalars. Not `off`.
void separate_scalars(Routine& routine, Scalars which);

}  // namespace heddle::compile
