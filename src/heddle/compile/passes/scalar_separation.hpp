// Separates the values on which a warp agrees from the values that each thread has for itself, so
// that both kinds get registers of their own class.
#pragma once

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Splits rows and predicates into the values that they hold (value_webs) and marks the scalar ones
/// in Routine::scalars. `which` must not be `off`.
void separate_scalars(Routine& routine, Scalars which);

}  // namespace heddle::compile
