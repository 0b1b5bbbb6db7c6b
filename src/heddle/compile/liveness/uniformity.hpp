// Finds the scalar instructions and values of a routine. A scalar instruction certainly does the
// same in all active threads of a warp, so it can run once for the warp. A scalar value is
// certainly equal in all these threads, so it needs one register for the warp. Source: Lucas et
// al., "Spatio-Temporal SIMT and Scalarization for Improving GPU Efficiency" (ACM TACO 12(3),
// 2015), section 4.2.
//
// Every instruction and value is scalar until a reason makes it a vector. The reasons are:
// - the instruction reads the thread's number or local memory;
// - a source, the result or the guard is a vector;
// - the value is written between a divergent branch and the point where the branch's paths meet,
//   and is live there or where another of the paths begins;
// - the instruction is an atomic, an exchange between threads or a call;
// - the value is a parameter or a result of a device function.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

enum class Criterion : unsigned char {
  /// Values in divergent code may be scalar if they are dead where the paths meet.
  all,
  /// No instruction between a divergent branch and its meeting point is scalar.
  convergent,
};

struct Uniformity {
  std::vector<bool> scalar_value;        ///< by value of the webs
  std::vector<bool> scalar_instruction;  ///< by pc
};

/// `local_memory`: the program has local memory, so a generic address may point into it.
Uniformity find_uniformity(const Webs& webs, Criterion criterion, bool local_memory);

/// Marks the scalar values and instructions in the routine of the webs.
void mark_scalars(Routine& routine, const Uniformity& uniformity);

}  // namespace heddle::compile
