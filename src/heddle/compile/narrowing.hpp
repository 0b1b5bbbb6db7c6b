// 64-bit operations of which only one half is ever needed become 32-bit operations on that half:
// addresses of shared memory that were computed in 64 bits, words packed and unpacked again.
#pragma once

#include "heddle/compile/constant_pool.hpp"
#include "heddle/compile/routine.hpp"

namespace heddle::compile {

void narrow_halves(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
