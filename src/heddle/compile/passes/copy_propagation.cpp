#include "heddle/compile/passes/copy_propagation.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "heddle/compile/flow/facts.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::OperandKind;

class Propagation {
 public:
  Propagation(Routine& routine, ConstantPool& constants)
      : routine_(routine),
        constants_(constants),
        definitions_(routine),
        facts_(routine, definitions_),
        is_fragment_(routine.rows, false) {
    const auto mark = [this](const Operand& operand, unsigned rows) {
      if (rows > 2) std::fill_n(is_fragment_.begin() + operand.index, rows, true);
    };
    for (const isa::Instruction& instruction : routine.code) {
      isa::for_each_destination_row(instruction, mark);
      isa::for_each_source_row(instruction, mark);
    }
  }

  void run() {
    definitions_.walk(routine_,
                      [this](isa::Instruction& instruction, Pc pc) { rewrite(instruction, pc); });
  }

 private:
  void rewrite(isa::Instruction& instruction, Pc pc) {
    isa::for_each_source_row(instruction, [&](Operand& operand, unsigned rows) {
      if (operand.kind != OperandKind::row || is_outgoing(operand)) return;
      if (instruction.op_class == isa::OpClass::matrix && rows > 1)
        return share_fragment(operand, rows, pc);
      if (rows > 2) return;
      const auto original =
          rows == 1 ? original_row(operand.index, pc) : original_pair(operand.index, pc);
      if (original && !isa::result_overlaps(instruction, *original, rows)) operand = *original;
    });
    for (Operand& operand : instruction.sources) {
      if (operand.kind != OperandKind::predicate) continue;
      if (const auto original = original_predicate(operand, pc)) operand = *original;
    }
    if (is_guarded(instruction)) {
      const auto guard = predicate_operand(instruction.guard, instruction.guard_negated);
      if (const auto original = original_predicate(guard, pc)) {
        instruction.guard = static_cast<std::uint16_t>(original->index);
        instruction.guard_negated = original->negated;
      }
    }
  }

  /// Returns the source of the move that wrote the row. Empty if no move wrote the row, or if the
  /// source has changed since the move.
  std::optional<Operand> original_row(ValueId row, Pc use) {
    const isa::Instruction* definition = facts_.definition_of(row, use);
    if (definition == nullptr) return std::nullopt;
    if (definition->op != Op::mov_b32 && definition->op != Op::mov_b64) return std::nullopt;
    const Operand original =
        next_operand(definition->sources[0], row - definition->destinations[0].index);
    if (!facts_.still_holds(original, 1, *definition, use)) return std::nullopt;
    return original;
  }

  std::optional<Operand> original_pair(ValueId row, Pc use) {
    const auto low = original_row(row, use);
    const auto high = original_row(row + 1, use);
    if (!low || !high || low->kind != high->kind) return std::nullopt;
    if (low->kind == OperandKind::constant) {
      const isa::ConstantRow low_row = constants_.row(low->index);
      const isa::ConstantRow high_row = constants_.row(high->index);
      return constants_.pair(low_row, high_row);
    }
    if (high->index != low->index + 1 || is_fragment(low->index) || is_fragment(high->index))
      return std::nullopt;
    return low;
  }

  /// Whether an operand of more than two rows covers the row. Such rows are in no pair, since the
  /// registers of a fragment have a fixed alignment.
  bool is_fragment(ValueId row) const { return row < is_fragment_.size() && is_fragment_[row]; }

  /// Replaces a fragment by an earlier one whose rows hold copies of the same values, so that the
  /// registers of a matrix which several instructions read are moved only once.
  void share_fragment(Operand& fragment, unsigned rows, Pc use) {
    const auto original = original_row(fragment.index, use);
    if (!original) return;
    std::vector<Operand>& earlier = fragments_[{original->kind, original->index}];
    for (const Operand& other : earlier) {
      if (other.index == fragment.index) return;
      if (!holds_same(fragment, other, rows, use)) continue;
      fragment = other;
      return;
    }
    earlier.push_back(fragment);
  }
  /// Whether the rows of both fragments are copies of the same rows or constants.
  bool holds_same(const Operand& fragment, const Operand& other, unsigned rows, Pc use) {
    for (unsigned i = 0; i < rows; ++i) {
      const auto original = original_row(fragment.index + i, use);
      if (!original || original_row(other.index + i, use) != original) return false;
    }
    return true;
  }

  std::optional<Operand> original_predicate(const Operand& operand, Pc use) {
    const isa::Instruction* definition =
        facts_.definition_of(predicate_value(routine_, operand.index), use);
    if (definition == nullptr) return std::nullopt;
    if (definition->op != Op::mov_pred && definition->op != Op::not_pred) return std::nullopt;
    Operand original = definition->sources[0];
    if (!facts_.still_holds(original, 1, *definition, use)) return std::nullopt;
    original.negated = original.negated != operand.negated;
    if (definition->op == Op::not_pred) original.negated = !original.negated;
    return original;
  }

  Routine& routine_;
  ConstantPool& constants_;
  Definitions definitions_;
  Facts facts_;
  std::vector<bool> is_fragment_;  ///< by row
  /// By the value in its first row: the fragments that matrix instructions have read so far.
  std::map<std::pair<OperandKind, ValueId>, std::vector<Operand>> fragments_;
};

}  // namespace

void propagate_copies(Routine& routine, ConstantPool& constants) {
  Propagation(routine, constants).run();
}

}  // namespace heddle::compile
