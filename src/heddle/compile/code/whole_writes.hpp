// Tells which writes replace the whole old content of a row. A guarded write keeps the content in
// lanes without the guard. Two kinds of guarded writes still replace the whole content, since no
// instruction reads it in those lanes: writes of spilled values (Routine::spills), and writes of
// rows that are accessed under one guard only (guarded_rows).
#pragma once

#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

class WholeWrites {
 public:
  explicit WholeWrites(const Routine& routine);

  /// Returns whether the instruction, which writes the value, replaces all of the value's old
  /// content.
  bool replaces(const isa::Instruction& instruction, ValueId value) const {
    return !is_guarded(instruction) || (!under_guards_.empty() && under_guards_[value]);
  }

 private:
  std::vector<bool> under_guards_;  ///< by value: each write replaces its whole content, even a
                                    ///< guarded one; empty if the routine has no such value
};

}  // namespace heddle::compile
