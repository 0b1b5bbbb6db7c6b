// Finds the virtual rows that one operand names together.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// By row: true if an operand of two rows covers this row and the next one. The list has one more
/// entry than the routine has rows.
std::vector<bool> linked_rows(const Routine& routine);

}  // namespace heddle::compile
