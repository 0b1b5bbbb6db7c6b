// Tells which writes replace the whole old content of a row. A guarded write keeps the content in
// lanes whose guard is false. Two kinds of guarded writes still count as replacing the whole
// content, since no instruction reads the old content in these lanes. The first kind are writes of
// spilled values (Routine::spills). The second kind are writes of rows that are read only under the
// guard of their last write (Routine::guarded_rows).
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
  std::vector<bool> under_guards_;  ///< by value: each write, even a guarded write, replaces the
                                    ///< value's whole content; empty if this is true of no value
};

}  // namespace heddle::compile
