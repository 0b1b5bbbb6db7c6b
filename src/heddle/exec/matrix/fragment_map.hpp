// Moves matrices between the fragments of a warp's threads and a matrix in row order, for elements
// of at most 32 bits. The places of the elements are computed once for each form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/isa/matrix/layout.hpp"

namespace heddle::exec {

/// The most elements of a matrix: A of mma.m16n8k64 on integers of 4 bits.
inline constexpr unsigned kMostElements = 1024;

/// The bits of a matrix's elements, row by row. An element of A, B, C or D takes one word. If the
/// warp holds several matrices, they follow each other.
struct MatrixWords {
  alignas(32) std::array<std::uint32_t, kMostElements> word;
};

class FragmentMap {
 public:
  explicit FragmentMap(const isa::FragmentLayout& layout);

  const isa::FragmentLayout& layout() const { return layout_; }
  /// Number of elements of a matrix.
  unsigned size() const { return layout_.rows * layout_.columns; }
  /// Reads the matrices from the registers of a fragment, which begin at `rows`.
  void gather(const std::uint32_t* rows, MatrixWords& words) const;
  /// Writes the matrices to the registers of a fragment.
  void scatter(const MatrixWords& words, std::uint32_t* rows) const;

 private:
  /// By lane: the place of an element among the words.
  using Places = std::array<std::uint16_t, 32>;

  isa::FragmentLayout layout_;
  std::uint32_t mask_;          ///< the bits of an element
  std::vector<Places> places_;  ///< by element of a lane
};

/// Returns the map of a fragment of an instruction. Its elements must have at most 32 bits.
const FragmentMap& fragment_map(const isa::Modifiers& modifiers, isa::Fragment fragment);

}  // namespace heddle::exec
