// Unrolls loops as NVIDIA's assembler does, after the compiler has unrolled loops already. The
// rules were found by giving the assembler loops of all sizes (tests/model/registers):
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

/// Unrolls the loops of known length that disappear. Returns true if there were any: then a loop
/// around them may have become straight-line code.
bool unroll_whole_loops(Routine& routine, ConstantPool& constants);

/// Puts iterations of the other loops together into rounds, once for each loop. Returns whether
/// there were any such loops.
bool put_trips_together(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
