#include "heddle/compile/code/linked_rows.hpp"

#include "heddle/compile/code/values.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {

std::vector<bool> linked_rows(const Routine& routine) {
  std::vector<bool> linked(routine.rows + 1, false);
  const auto visit = [&](const isa::Operand& operand, unsigned rows) {
    if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
    for (unsigned i = 0; i + 1 < rows; ++i) linked[operand.index + i] = true;
  };
  for (const isa::Instruction& instruction : routine.code) {
    isa::for_each_destination_row(instruction, visit);
    isa::for_each_source_row(instruction, visit);
  }
  return linked;
}

}  // namespace heddle::compile
