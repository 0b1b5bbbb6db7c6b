// Unrolls loops as NVIDIA's assembler does. The compiler that made the PTX may already have
// unrolled loops. The rules were found by giving loops of many sizes to the assembler
// (tests/model/registers):
//
// - A loop of known length disappears if the resulting code is small enough. Otherwise a few
//   iterations are put together; their number divides the loop's length.
// - A loop of unknown length gets rounds of four iterations before it. The rounds run as long
//   as four iterations are left. The loop must be small, test the counter at its end, and contain
//   nothing that waits for other threads.
// - A loop that the PTX text says not to unroll stays.
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
