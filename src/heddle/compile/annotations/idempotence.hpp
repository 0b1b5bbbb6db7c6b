// Finds the effects of a routine that decide whether a block can be discarded and run again from
// its start. Effects are accesses to global memory, and other instructions whose second run could
// behave differently. The source is J. J. K. Park et al., Chimera (ASPLOS 2015). In that paper a
// block can be flushed as long as it has executed no atomic and has not overwritten any data that
// it reads.
//
// Loads through the read-only path (.nc) are not effects, since the program promises that nothing
// writes the loaded data. Accesses to shared and local memory are not effects, since a block starts
// with new copies of these memories.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/offences.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// Returns the effects of one routine of the program, sorted by pc. `webs` are the webs of this
/// routine, and pc counts from the routine's start.
std::vector<isa::Effect> find_effects(const isa::Program& program, const Webs& webs);

}  // namespace heddle::compile
