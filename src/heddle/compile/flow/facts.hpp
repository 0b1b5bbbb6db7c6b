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

  /// The instruction whose result `value` holds at `use`, in the block that `definitions` walks.
  /// Null if unknown.
  const isa::Instruction* definition_of(ValueId value, Pc use) const;

  /// True if a source operand of `definition`, an instruction found by definition_of, can be read
  /// at `use` instead.
  bool still_holds(const isa::Operand& source, unsigned rows, const isa::Instruction& definition,
                   Pc use) const;

 private:
  bool row_still_holds(ValueId row, Pc definition, Pc use) const;

  const Routine& routine_;
  Definitions& definitions_;
};

}  // namespace heddle::compile
