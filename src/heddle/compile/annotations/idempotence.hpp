// What a routine does that decides whether a block can be discarded and run again from its start:
// its accesses to global memory, and what a second run could do otherwise. After J. J. K. Park et
// al., Chimera (ASPLOS 2015), where a block can be flushed as long as it has executed no atomic and
// overwritten nothing that it reads.
//
// Loads through the read-only path are a promise of the program that nothing writes there, and
// count for nothing; so do shared and local memory, which the start of a block makes anew.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/offences.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// Sorted by pc, which counts from the routine's start. `webs`: of a routine of the program.
std::vector<isa::Effect> find_effects(const isa::Program& program, const Webs& webs);

}  // namespace heddle::compile
