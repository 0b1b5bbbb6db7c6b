// Finds the loops in which a thread may wait for another thread, such as a loop that tries to take
// a lock or reads a flag until it changes. Whether such a loop ends depends on values that other
// threads can change while it runs: on results of atomics, on loads that are volatile, ordered or
// not cached, on loads behind a fence, and on results of calls. Loops that end after a number of
// turns, or when the data of the thread itself is done, are not among them.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Sets Instruction::may_spin of the branches that lead back in such loops. Values must not share
/// rows yet, since a row stands for one value here.
void mark_waiting_loops(Routine& routine);

}  // namespace heddle::compile
