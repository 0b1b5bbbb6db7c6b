// Finds the effects of a routine that decide whether a block can be discarded and run again from
// its start: accesses to global memory and other instructions whose second run could behave
// differently. Source: J. J. K. Park et al., Chimera (ASPLOS 2015): a block can be flushed as long
// as it has executed no atomic and has overwritten no data that it reads.
//
// Loads through the read-only path are no effect, since the program promises that nothing writes
// there. Accesses to shared and local memory are no effect, since a block starts with fresh copies
// of both.
#pragma once

#include <vector>

#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/offences.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// Returns the effects, sorted by pc, which counts from the start of the routine. `webs` are the
/// webs of a routine of the program.
std::vector<isa::Effect> find_effects(const isa::Program& program, const Webs& webs);

}  // namespace heddle::compile
