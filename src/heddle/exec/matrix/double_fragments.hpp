// Moves matrices of f64 between the fragments of a warp's threads and a matrix in row order.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/isa/matrix/layout.hpp"

namespace heddle::exec {

/// The elements of a matrix, row by row.
using Doubles = std::vector<double>;

/// Reads a matrix from the registers of a fragment, which begin at `rows`.
Doubles gather(const isa::FragmentLayout& layout, const std::uint32_t* rows);

/// Writes a matrix to the registers of a fragment.
void scatter(const isa::FragmentLayout& layout, const Doubles& matrix, std::uint32_t* rows);

}  // namespace heddle::exec
