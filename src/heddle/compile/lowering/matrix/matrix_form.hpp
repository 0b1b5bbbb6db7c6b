// Steps that the lowering of all matrix instructions shares: finding the instruction's form, and
// checks of its layouts and fragments.
#pragma once

#include <vector>

#include "heddle/compile/lowering/builder.hpp"
#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::compile {

/// Fills in the form of the instruction. Refuses a form that does not exist.
void resolve_form(Builder& builder, const ptx::Instruction& instruction, isa::Op op,
                  isa::Modifiers& modifiers);

/// Refuses other layouts than rows of A and columns of B, unless the form has all layouts.
void check_layouts(const Builder& builder, const ptx::Instruction& instruction,
                   const isa::Modifiers& modifiers, isa::MatrixLayout a, isa::MatrixLayout b);

/// Returns the registers that PTX names for a fragment. Refuses another number of registers than
/// the form has.
std::vector<const ptx::Operand*> fragment_elements(Builder& builder, const ptx::Operand& operand,
                                                   const isa::Modifiers& modifiers,
                                                   isa::Fragment fragment);

}  // namespace heddle::compile
