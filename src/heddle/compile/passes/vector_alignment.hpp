// Accesses to vectors of words, as hardware has them: their registers follow each other, and the
// first is a multiple of their number. Each such access gets rows of its own, numbered in sequence,
// with a move for each element; coalescing leaves the moves out where an element can live there.
#pragma once

#include <optional>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The elements of a load or store of two or four elements of at least a word; narrower ones share
/// a register in hardware.
struct VectorRows {
  isa::Operand first;
  std::uint32_t rows = 0;  ///< of all elements: 2 or 4
};
std::optional<VectorRows> vector_rows(const isa::Instruction& instruction);

/// Sets Routine::aligned_vectors: those who assign registers keep what is said above.
void align_vectors(Routine& routine);

}  // namespace heddle::compile
