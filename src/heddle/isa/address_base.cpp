#include "heddle/isa/address_base.hpp"

#include "heddle/isa/operands.hpp"

namespace heddle::isa {
namespace {

bool writes(const Instruction& instruction, std::uint32_t first, unsigned rows) {
  bool does = false;
  for_each_destination_row(instruction, [&](const Operand& operand, unsigned covered) {
    does |= operand.kind == OperandKind::row && operand.index < first + rows &&
            first < operand.index + covered;
  });
  return does;
}

Pc function_entry(const Program& program, Pc pc) {
  for (const Function& function : program.functions)
    if (pc >= function.entry && pc < function.end) return function.entry;
  return 0;
}

}  // namespace

AddressBase address_base(const Program& program, Pc pc) {
  const Instruction& access = program.code.at(pc);
  const Operand& address = access.sources[0];
  AddressBase base{.kind = address.kind, .index = address.index};
  if (address.kind != OperandKind::row) return base;
  const unsigned rows = address_rows(access.modifiers);
  const Pc entry = function_entry(program, pc);
  for (Pc before = pc; before-- > entry;) {
    if (!writes(program.code[before], address.index, rows)) continue;
    base.written = before;
    break;
  }
  return base;
}

std::string to_string(const AddressBase& base) {
  switch (base.kind) {
    case OperandKind::none:
      return "-";
    case OperandKind::constant:
      return "C" + std::to_string(base.index);
    default:
      break;
  }
  const std::string name = "R" + std::to_string(base.index);
  return base.written == kNoPc ? name : name + "@" + std::to_string(base.written);
}

bool is_l1_load(const Instruction& instruction) {
  return instruction.op_class == OpClass::load && (instruction.modifiers.space == Space::global ||
                                                   instruction.modifiers.space == Space::generic ||
                                                   instruction.modifiers.space == Space::local);
}

}  // namespace heddle::isa
