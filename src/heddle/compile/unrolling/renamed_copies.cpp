#include "heddle/compile/unrolling/renamed_copies.hpp"

#include <unordered_map>

#include "heddle/compile/code/linked_rows.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {
namespace {

using isa::Operand;
using isa::OperandKind;

/// Rows that must stay adjacent, since 64-bit operands cover neighbouring rows of the unit.
struct Unit {
  std::uint32_t first = 0, rows = 1;
};

class Renamer {
 public:
  Renamer(Routine& routine, const std::vector<Pc>& sequence)
      : routine_(routine), sequence_(sequence) {
    find_units();
    for (std::uint32_t at = 0; at < sequence.size(); ++at) {
      for_each_whole_write(instruction(at),
                           [&](const Operand& operand) { last_write_[key(operand)] = at; });
    }
  }

  std::vector<isa::Instruction> run() {
    std::vector<isa::Instruction> code;
    for (std::uint32_t at = 0; at < sequence_.size(); ++at) {
      isa::Instruction copy = instruction(at);
      for (Operand& operand : copy.sources) rename(operand);
      if (is_guarded(copy)) {
        Operand guard = predicate_operand(copy.guard);
        rename(guard);
        copy.guard = static_cast<std::uint16_t>(guard.index);
      }
      for_each_whole_write(instruction(at),
                           [&](const Operand& operand) { give_name(operand, at); });
      for (Operand& operand : copy.destinations) rename(operand);
      code.push_back(copy);
    }
    return code;
  }

 private:
  /// Key of a unit of rows (its first row) or of a predicate. The key of a predicate has the bit
  /// kPredicate.
  using Key = std::uint64_t;
  static constexpr Key kPredicate = Key{1} << 32;

  const isa::Instruction& instruction(std::uint32_t at) const {
    return routine_.code[sequence_[at]];
  }

  void find_units() {
    const std::vector<bool> linked = linked_rows(routine_);
    unit_of_.resize(routine_.rows);
    for (std::uint32_t row = 0; row < routine_.rows;) {
      Unit unit{row, 1};
      while (linked[row + unit.rows - 1]) ++unit.rows;
      for (std::uint32_t i = 0; i < unit.rows; ++i) unit_of_[row + i] = unit;
      row += unit.rows;
    }
  }

  Key key(const Operand& operand) const {
    return operand.kind == OperandKind::predicate ? kPredicate + operand.index
                                                  : unit_of_[operand.index].first;
  }

  /// Calls visit(operand) for each destination that the instruction overwrites completely in all
  /// lanes.
  template <typename Visit>
  void for_each_whole_write(const isa::Instruction& one, Visit&& visit) const {
    if (is_guarded(one)) return;
    isa::for_each_destination_row(one, [&](const Operand& operand, unsigned rows) {
      if (is_outgoing(operand)) return;
      const Unit& unit = unit_of_[operand.index];
      const bool is_own = operand.index >= routine_.incoming;
      if (is_own && unit.first == operand.index && unit.rows == rows) visit(operand);
    });
    for (const Operand& operand : one.destinations) {
      if (operand.kind == OperandKind::predicate) visit(operand);
    }
  }

  void give_name(const Operand& operand, std::uint32_t at) {
    const Key name = key(operand);
    if (last_write_[name] == at) {
      names_.erase(name);
    } else if (operand.kind == OperandKind::predicate) {
      if (routine_.predicates < kMostPredicates) names_[name] = routine_.predicates++;
    } else {
      names_[name] = routine_.rows;
      routine_.rows += unit_of_[operand.index].rows;
    }
  }

  void rename(Operand& operand) const {
    const bool is_row = operand.kind == OperandKind::row && !is_outgoing(operand);
    if (!is_row && operand.kind != OperandKind::predicate) return;
    const auto name = names_.find(key(operand));
    if (name == names_.end()) return;
    operand.index =
        is_row ? name->second + operand.index - unit_of_[operand.index].first : name->second;
  }

  Routine& routine_;
  const std::vector<Pc>& sequence_;
  std::vector<Unit> unit_of_;  ///< by original row of the routine: the unit that contains the row
  std::unordered_map<Key, std::uint32_t> last_write_;  ///< by key: index of its last write in the
                                                       ///< sequence
  std::unordered_map<Key, std::uint32_t> names_;  ///< by key: the new row or predicate; for a unit,
                                                  ///< its first row
};

}  // namespace

std::vector<isa::Instruction> renamed_copies(Routine& routine, const std::vector<Pc>& sequence) {
  return Renamer(routine, sequence).run();
}

}  // namespace heddle::compile
