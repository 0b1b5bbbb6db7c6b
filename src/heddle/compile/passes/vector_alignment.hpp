// Changes vector accesses to the register layout of hardware, if their elements have at least one
// word. In this layout the registers are consecutive, and the number of the first register is a
// multiple of the number of registers. Each such access gets new consecutive rows, with a move for
// each element. Coalescing removes a move if the element can be in the new row anyway.
#pragma once

#include <optional>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The rows of a vector load or store whose elements have at least one word each. (In hardware,
/// narrower elements share a register.)
struct VectorRows {
  isa::Operand first;
  std::uint32_t rows = 0;  ///< number of rows of all elements: 2 or 4
};
std::optional<VectorRows> vector_rows(const isa::Instruction& instruction);

/// Gives the routine's vector accesses new rows. Sets Routine::aligned_vectors, so that register
/// assignment keeps the layout.
void align_vectors(Routine& routine);

}  // namespace heddle::compile
