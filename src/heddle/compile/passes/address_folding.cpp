#include "heddle/compile/passes/address_folding.hpp"

#include <utility>

#include "heddle/compile/flow/facts.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::OperandKind;

class Folding {
 public:
  Folding(Routine& routine, ConstantPool& constants)
      : routine_(routine),
        constants_(constants),
        definitions_(routine),
        facts_(routine, definitions_) {}

  void run() {
    definitions_.walk(routine_, [this](isa::Instruction& instruction, Pc pc) {
      if (isa::signature_of(instruction.op).sources[0] == isa::OperandShape::address)
        fold(instruction, pc);
    });
  }

 private:
  void fold(isa::Instruction& access, Pc pc) {
    const unsigned rows = isa::address_rows(access.modifiers);
    while (const auto sum = sum_of(access.sources[0], rows, pc)) {
      if (isa::result_overlaps(access, sum->first, rows)) return;
      access.sources[0] = sum->first;
      access.offset += sum->second;
    }
    const auto fixed = constants_.value(access.sources[0], rows);
    if (!fixed) return;
    access.sources[0] = {};
    access.offset += static_cast<std::int64_t>(*fixed);
  }

  /// Returns the row and the constant whose sum is the address. Empty if the address is not such a
  /// sum.
  std::optional<std::pair<Operand, std::int64_t>> sum_of(const Operand& address, unsigned rows,
                                                         Pc pc) {
    if (address.kind != OperandKind::row || is_outgoing(address)) return std::nullopt;
    const isa::Instruction* definition = facts_.definition_of(address.index, pc);
    if (definition == nullptr || definition->destinations[0] != address) return std::nullopt;
    const bool is_wide = definition->op == Op::add_b64 || definition->op == Op::sub_b64;
    const bool adds = definition->op == Op::add_b64 || definition->op == Op::add_b32;
    const bool subtracts = definition->op == Op::sub_b64 || definition->op == Op::sub_b32;
    if ((!adds && !subtracts) || (rows == 2 && !is_wide)) return std::nullopt;
    if (rows == 2 && facts_.definition_of(address.index + 1, pc) != definition) {
      return std::nullopt;
    }
    for (const unsigned i : {1u, 0u}) {
      const auto value = constants_.value(definition->sources[i], is_wide ? 2 : 1);
      if (!value || (subtracts && i == 0)) continue;
      const Operand base = definition->sources[1 - i];
      if (!facts_.still_holds(base, rows, *definition, pc)) return std::nullopt;
      const std::int64_t addend =
          is_wide ? static_cast<std::int64_t>(*value) : static_cast<std::int32_t>(*value);
      return std::pair(base, subtracts ? -addend : addend);
    }
    return std::nullopt;
  }

  Routine& routine_;
  ConstantPool& constants_;
  Definitions definitions_;
  Facts facts_;
};

}  // namespace

void fold_addresses(Routine& routine, ConstantPool& constants) {
  Folding(routine, constants).run();
}

}  // namespace heddle::compile
