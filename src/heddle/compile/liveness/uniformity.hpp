// Finds the scalar instructions and values of a routine. A scalar instruction provably has the same
// result in all active threads of a warp, so it can run once for the warp. A scalar value is
// provably equal in all active threads, so it needs only one register for the warp. The source is
// Lucas et al., "Spatio-Temporal SIMT and Scalarization for Improving GPU Efficiency" (ACM TACO
// 12(3), 2015), section 4.2.
//
// Every instruction and every value is scalar unless one of these reasons makes it a vector:
// - the instruction reads the thread's number or local memory;
// - a source, the result or the guard is a vector;
// - a divergent branch is followed by a write of the value before the branch's paths meet, and the
//   value is live where the paths meet or where another path of the branch begins;
// - the instruction is an atomic, an exchange between threads or a call;
// - the value is a parameter or a result of a device function.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

enum class Criterion : unsigned char {
  /// Values in divergent code may be scalar if no other thread can need their old content.
  all,
  /// No instruction between a divergent branch and its meeting point is scalar.
  convergent,
};

struct Uniformity {
  std::vector<bool> scalar_value;        ///< by value of the webs: the value is scalar
  std::vector<bool> scalar_instruction;  ///< by pc: the instruction is scalar
};

/// `local_memory`: the program has local memory, so a generic address may point into local memory.
Uniformity find_uniformity(const Webs& webs, Criterion criterion, bool local_memory);

/// Sets Routine::scalars and Instruction::is_scalar in the routine of the webs.
void mark_scalars(Routine& routine, const Uniformity& uniformity);

}  // namespace heddle::compile
