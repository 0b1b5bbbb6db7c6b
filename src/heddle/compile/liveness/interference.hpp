// Which values must not share a register: a value that is written, and those that are needed after
// that. Values of different classes (vector, scalar, and predicates of both) never meet; the
// routine's marks say which are scalar.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Interference {
  std::vector<std::vector<ValueId>> neighbours;  ///< by value: each once
  std::vector<ValueId>
      high_half;  ///< by value: of pairs, the high half; of others, the value itself
  std::vector<bool> is_high_half;  ///< by value
};

Interference find_interference(const Routine& webs);

}  // namespace heddle::compile
