// Values that must not share a register: a written value and the values that are needed after its
// write. Values of different classes (vector, scalar, predicates of both) never interfere. The
// routine's marks say which values are scalar.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Interference {
  std::vector<std::vector<ValueId>> neighbours;  ///< by value: the values that interfere with it,
                                                 ///< each once
  /// By value: the high half of a pair for its low half; for other values, the value itself.
  std::vector<ValueId> high_half;
  std::vector<bool> is_high_half;  ///< by value
};

Interference find_interference(const Routine& webs);

}  // namespace heddle::compile
