// Which instructions do the same in all active threads of a warp, and which values are the same in
// all of them, for certain: such an instruction can run once a warp, and such a value needs one
// register a warp. After Lucas et al., "Spatio-Temporal SIMT and Scalarization for Improving GPU
// Efficiency" (ACM TACO 12(3), 2015), section 4.2.
//
// All is taken for scalar until something speaks against it: reading the thread's number or local
// memory; a vector source or result; being written between a divergent branch and the point where
// its paths meet, and still live there, or live where another of its paths begins; a guard that is
// a vector. Atomics, exchanges between threads and calls are vectors, and so is what a device
// function gets and gives back.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

enum class Criterion : unsigned char {
  all,         ///< values of divergent code may be scalar, if they are dead where its paths meet
  convergent,  ///< nothing between a divergent branch and its meeting point is scalar
};

struct Uniformity {
  std::vector<bool> scalar_value;        ///< by value of the webs
  std::vector<bool> scalar_instruction;  ///< by pc
};

/// `local_memory`: the program has some, so that a generic address may lead there.
Uniformity find_uniformity(const Webs& webs, Criterion criterion, bool local_memory);

/// Notes in the routine of the webs which values and instructions are scalar.
void mark_scalars(Routine& routine, const Uniformity& uniformity);

}  // namespace heddle::compile
