// Turns a 64-bit operation into a 32-bit one if only one half of its result is needed. Examples are
// addresses in shared memory that were computed in 64 bits, and words that are packed and unpacked
// again.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Criterion for a value that is needed.
enum class Need : std::uint8_t {
  live,  ///< some later instruction reads the value
  /// The value is live, and an instruction with effects depends on it. This excludes the high half
  /// of a pointer that a loop advances, if only this high half itself depends on it.
  effect,
};

void narrow_halves(Routine& routine, ConstantPool& constants, Need need = Need::live);

}  // namespace heddle::compile
