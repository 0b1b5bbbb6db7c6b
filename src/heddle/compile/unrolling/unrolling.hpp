// Unrolls loops as NVIDIA's assembler does. The compiler that made the PTX may already have
// unrolled loops. The rules were found by giving loops of many sizes to the assembler
// (tests/model/registers):
//
// - A loop of known length is unrolled wholly if the resulting code is small enough. Otherwise
//   several iterations become one round of straight-line code. The number of iterations in a round
//   divides the loop's length.
// - Before a loop of unknown length, the pass adds rounds of four iterations. The rounds run as
//   long as at least four iterations are left. The loop must be small, must test the counter at its
//   end, and must contain no instruction that waits for other threads.
// - A loop with .pragma "nounroll" is not unrolled.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Unrolls the loops of known length that can be unrolled wholly. Returns true if there were such
/// loops. An outer loop may then have become straight-line code.
bool unroll_whole_loops(Routine& routine, ConstantPool& constants);

/// Unrolls each other loop once into rounds of several iterations. Returns whether there were such
/// loops.
bool put_trips_together(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
