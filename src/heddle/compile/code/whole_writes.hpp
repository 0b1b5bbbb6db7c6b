// Which writes leave nothing of what was in their place. A guarded write leaves it in the lanes
// that it passes over, unless nobody reads it there: of a spilled value, and of a row that all have
// under one guard (Routine::spills, guarded_rows).
#pragma once

#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

class WholeWrites {
 public:
  explicit WholeWrites(const Routine& routine);

  /// Whether the instruction, which writes the value, replaces it.
  bool replaces(const isa::Instruction& instruction, ValueId value) const {
    return !is_guarded(instruction) || (!under_guards_.empty() && under_guards_[value]);
  }

 private:
  std::vector<bool> under_guards_;  ///< by value; empty if there is none
};

}  // namespace heddle::compile
