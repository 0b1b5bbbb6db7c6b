#include "heddle/compile/passes/address_width.hpp"

#include "heddle/isa/operands.hpp"

namespace heddle::compile {

void narrow_addresses(Routine& routine) {
  for (isa::Instruction& instruction : routine.code) {
    const bool is_access =
        isa::signature_of(instruction.op).sources[0] == isa::OperandShape::address;
    if (!is_access || isa::address_rows(instruction.modifiers) != 2) continue;
    instruction.modifiers.short_address = true;
  }
}

}  // namespace heddle::compile
