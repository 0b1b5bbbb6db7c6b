// Values that must not share a register. A written value interferes with the values that are needed
// after the write. Values of different classes (vector or scalar, row or predicate) never
// interfere. Routine::scalars tells which values are scalar.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Interference {
  /// By value: the values that interfere with this value; each is listed once.
  std::vector<std::vector<ValueId>> neighbours;
  /// By value: the last and the first row of its pair or of its fragment; otherwise the value
  /// itself.
  std::vector<ValueId> last_row, first_row;
};

Interference find_interference(const Routine& webs);

}  // namespace heddle::compile
