// Which virtual rows some operand names together.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// By row, and one more: whether an operand of two rows covers it together with the next one.
std::vector<bool> linked_rows(const Routine& routine);

}  // namespace heddle::compile
