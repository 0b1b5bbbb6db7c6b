// Finds virtual rows that one operand covers together: the pairs of 64-bit operands and the
// fragments of matrix instructions.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns a list by row: true if an operand covers this row and the next row. The list has one
/// more entry than the routine has rows.
std::vector<bool> linked_rows(const Routine& routine);

}  // namespace heddle::compile
