// Puts trips of a loop behind each other, as NVIDIA's assembler does beyond what the compiler above
// it did. What it does was found by giving it loops of all sizes (tests/model/registers):
//
//   - A loop of known length disappears if what it becomes is small enough; otherwise a few trips
//     are put together, of which its length is a multiple.
//   - Of a loop of unknown length four trips are put together in front of it, taken as long as four
//     are left, unless it is large; only where the counter is tested at the end and nothing in the
//     loop waits for other threads.
//   - What the PTX text says not to unroll stays.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Loops of known length that disappear. True if there were any: what was around them may then be
/// one.
bool unroll_whole_loops(Routine& routine, ConstantPool& constants);

/// Trips of the other loops, each loop once. True if there were any.
bool put_trips_together(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
