#include "heddle/compile/flow/facts.hpp"

namespace heddle::compile {

const isa::Instruction* Facts::definition_of(ValueId value, Pc use) const {
  if (const auto pc = definitions_.write_in_block(value)) return &routine_.code[*pc];
  const auto pc = definitions_.only_write(value);
  if (!pc || !definitions_.runs_before(*pc, use)) return nullptr;
  return &routine_.code[*pc];
}

bool Facts::row_still_holds(ValueId row, Pc definition, Pc use) const {
  const auto source = definitions_.only_write(row);
  // If a value has only one write, and this write runs before the definition on every path, the
  // value cannot change between the definition and the use.
  if (source ? definitions_.runs_before(*source, definition) : definitions_.never_changes(row)) {
    return true;
  }
  const bool same_block =
      definitions_.graph().block_of(definition) == definitions_.graph().block_of(use);
  return same_block && definition < use && !definitions_.written_since(row, definition);
}

bool Facts::still_holds(const isa::Operand& source, unsigned rows,
                        const isa::Instruction& definition, Pc use) const {
  if (source.kind == isa::OperandKind::constant) return true;
  if (source.kind == isa::OperandKind::none || is_outgoing(source)) return false;
  const auto pc = static_cast<Pc>(&definition - routine_.code.data());
  if (source.kind == isa::OperandKind::predicate) {
    return row_still_holds(predicate_value(routine_, source.index), pc, use);
  }
  for (unsigned i = 0; i < rows; ++i) {
    if (!row_still_holds(source.index + i, pc, use)) return false;
  }
  return true;
}

}  // namespace heddle::compile
