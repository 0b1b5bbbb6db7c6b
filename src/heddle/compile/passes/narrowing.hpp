// 64-bit operations of which only one half is ever needed become 32-bit operations on that half:
// addresses of shared memory that were computed in 64 bits, words packed and unpacked again.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// What counts as needed.
enum class Need : std::uint8_t {
  live,    ///< what some later instruction reads
  effect,  ///< of that, what something with effects depends on: not the high half of a pointer that
           ///< a loop moves, which would feed itself alone
};

void narrow_halves(Routine& routine, ConstantPool& constants, Need need = Need::live);

}  // namespace heddle::compile
