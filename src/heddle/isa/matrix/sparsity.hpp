// The indices of mma.sp, which tell where the stored elements of A lie. Of four neighbouring units
// in a row of A, two are stored, and each has an index of two bits. A unit is an f16, a bf16, half
// a tf32, an 8-bit integer or two 4-bit integers. Source: PTX ISA, "Warp-level matrix multiply-
// accumulate operation using mma.sp instruction with sparse matrix A". The register and the bits of
// each index are read from that section's figures and have not been compared with a GPU.
#pragma once

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::isa {

/// Where the two indices of a group of four units lie: four bits of a lane's register.
struct SparseIndices {
  unsigned lane = 0, shift = 0;
};

/// Number of values of the sparsity selector, which chooses the lanes whose registers count.
unsigned sparsity_selectors(const Modifiers& modifiers);

/// Returns the place of the indices for the group of units of a row of A in which the stored
/// element lies. Modifiers::immediate is the sparsity selector.
SparseIndices sparse_indices_of(const Modifiers& modifiers, unsigned row, unsigned stored);

/// Returns the column of a stored element from the two indices of its group.
unsigned sparse_column(const Modifiers& modifiers, unsigned stored, unsigned indices);

}  // namespace heddle::isa
