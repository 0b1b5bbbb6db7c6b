// An integer product that is only ever added to something becomes one multiply-add. The result is
// the same bit for bit; products of floats are left alone.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void fuse_multiply_add(Routine& routine);

}  // namespace heddle::compile
