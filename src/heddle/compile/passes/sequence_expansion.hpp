// Replaces operations that a GPU has no instruction for by sequences of instructions.
//
// Sums, products, selections and negations of 64 bits become the instructions on 32 bits that
// compute them. Of other operations the cost is known (code/sequences.hpp), and the result must be
// that of the operation to the bit. So the operation itself is the last instruction of the longest
// path through its sequence. The instructions before it are steps, which have the classes of the
// sequence, pass the first operand on and so wait for each other as in the sequence. Where the
// operands leave the range of a short sequence, a branch leads to a routine behind the code.
#pragma once

#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void expand_sequences(Routine& routine, ConstantPool& constants, Assembler assembler);

/// Makes two moves of each move of a pair. This is for code with registers, since register
/// assignment removes moves of whole pairs.
void split_moves(Routine& routine);

}  // namespace heddle::compile
