// Turns a 64-bit operation into a 32-bit one if only one half of its result is needed. Examples are
// addresses in shared memory that the PTX computes in 64 bits, and words that the PTX packs into a
// pair and unpacks again.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Criterion that decides whether a value is needed.
enum class Need : std::uint8_t {
  live,  ///< some later instruction reads the value
  /// The value is live, and an instruction with effects depends on the value. For example, the high
  /// half of a pointer that a loop advances may depend on itself only. It is then live but not
  /// needed.
  effect,
};

void narrow_halves(Routine& routine, ConstantPool& constants, Need need = Need::live);

}  // namespace heddle::compile
