// Separates the values that are equal in all threads of a warp from the values that differ from
// thread to thread, so that each kind gets registers of its own class.
#pragma once

#include "heddle/compile/code/code_target.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Splits rows and predicates into webs (value_webs) and marks the scalar webs in Routine::scalars.
/// `which` must not be `off`.
void separate_scalars(Routine& routine, Scalars which);

}  // namespace heddle::compile
