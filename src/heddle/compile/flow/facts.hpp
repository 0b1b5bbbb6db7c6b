// Looks through the instruction that gave a value its content: finds it if it is known at a place,
// and tells whether that instruction's own sources still hold there what it read.
#pragma once

#include <optional>

#include "heddle/compile/flow/definitions.hpp"

namespace heddle::compile {

class Facts {
 public:
  Facts(const Routine& routine, Definitions& definitions)
      : routine_(routine), definitions_(definitions) {}

  /// The instruction whose result `value` holds at `use`, in the block that `definitions` walks.
  const isa::Instruction* definition_of(ValueId value, Pc use) const;

  /// Whether a source operand of `definition`, found by definition_of, can be read at `use`
  /// instead.
  bool still_holds(const isa::Operand& source, unsigned rows, const isa::Instruction& definition,
                   Pc use) const;

 private:
  bool row_still_holds(ValueId row, Pc definition, Pc use) const;

  const Routine& routine_;
  Definitions& definitions_;
};

}  // namespace heddle::compile
