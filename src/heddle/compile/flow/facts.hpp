// Finds the instruction that wrote the content of a value. Tells whether the sources of this
// instruction are still unchanged at another instruction.
#pragma once

#include <optional>

#include "heddle/compile/flow/definitions.hpp"

namespace heddle::compile {

class Facts {
 public:
  Facts(const Routine& routine, Definitions& definitions)
      : routine_(routine), definitions_(definitions) {}

  /// Returns the instruction whose result is in `value` at `use`. `use` must be in the block that
  /// the walk of `definitions` visits. Null if the instruction is unknown.
  const isa::Instruction* definition_of(ValueId value, Pc use) const;

  /// Returns whether `source`, a source operand of `definition`, has the same value at `use` as at
  /// `definition`. `definition` must be the result of definition_of().
  bool still_holds(const isa::Operand& source, unsigned rows, const isa::Instruction& definition,
                   Pc use) const;

 private:
  bool row_still_holds(ValueId row, Pc definition, Pc use) const;

  const Routine& routine_;
  Definitions& definitions_;
};

}  // namespace heddle::compile
