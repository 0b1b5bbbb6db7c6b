// Finds the instruction that gave a value its content, and tells whether the instruction's sources
// still have the values that it read.
#pragma once

#include <optional>

#include "heddle/compile/flow/definitions.hpp"

namespace heddle::compile {

class Facts {
 public:
  Facts(const Routine& routine, Definitions& definitions)
      : routine_(routine), definitions_(definitions) {}

  /// Returns the instruction whose result is in `value` at `use`, in the block that `definitions`
  /// walks. Null if unknown.
  const isa::Instruction* definition_of(ValueId value, Pc use) const;

  /// Returns whether a source operand of `definition` has the same value at `use` as at
  /// `definition`. `definition` must come from definition_of().
  bool still_holds(const isa::Operand& source, unsigned rows, const isa::Instruction& definition,
                   Pc use) const;

 private:
  bool row_still_holds(ValueId row, Pc definition, Pc use) const;

  const Routine& routine_;
  Definitions& definitions_;
};

}  // namespace heddle::compile
