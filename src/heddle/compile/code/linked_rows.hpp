// Finds pairs of virtual rows that one 64-bit operand covers.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns a list by row: true if an operand of two rows covers this row and the next row. The list
/// has one more entry than the routine has rows.
std::vector<bool> linked_rows(const Routine& routine);

}  // namespace heddle::compile
