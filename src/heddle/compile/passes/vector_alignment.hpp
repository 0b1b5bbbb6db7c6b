// Gives accesses to vectors of words the register layout of hardware: the registers are
// consecutive, and the first is a multiple of their number. Each such access gets new consecutive
// rows, with a move for each element. Coalescing removes the moves where an element can stay in its
// row.
#pragma once

#include <optional>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The rows of a load or store of two or four elements of at least a word. Narrower elements share
/// a register in hardware.
struct VectorRows {
  isa::Operand first;
  std::uint32_t rows = 0;  ///< number of rows of all elements: 2 or 4
};
std::optional<VectorRows> vector_rows(const isa::Instruction& instruction);

/// Sets Routine::aligned_vectors, so that register assignment keeps this layout.
void align_vectors(Routine& routine);

}  // namespace heddle::compile
