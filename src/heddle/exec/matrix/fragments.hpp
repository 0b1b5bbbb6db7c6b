// Moves matrices between the fragments of a warp's threads and a matrix in row order.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/isa/matrix/layout.hpp"

namespace heddle::exec {

/// The bits of a matrix's elements, row by row.
using MatrixBits = std::vector<std::uint64_t>;

/// Reads a matrix from the registers of a fragment, which begin at `rows`. `matrix` is the number
/// of the matrix, if the warp holds several.
MatrixBits gather(const isa::FragmentLayout& layout, const std::uint32_t* rows, unsigned matrix);

/// Writes a matrix to the registers of a fragment.
void scatter(const isa::FragmentLayout& layout, const MatrixBits& bits, unsigned matrix,
             std::uint32_t* rows);

}  // namespace heddle::exec
