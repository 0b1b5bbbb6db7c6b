#include "heddle/compile/flow/branch_conversion.hpp"

#include <algorithm>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;

/// Returns whether a guard on the instruction has the same effect as a branch around it. False for
/// instructions that communicate with other lanes of the warp and for instructions that leave the
/// function.
bool may_be_guarded(const isa::Instruction& instruction) {
  if (is_guarded(instruction)) return false;
  switch (instruction.op_class) {
    case OpClass::move:
    case OpClass::integer:
    case OpClass::integer_mul:
    case OpClass::logic:
    case OpClass::float32:
    case OpClass::half:
    case OpClass::convert:
    case OpClass::predicate:
      return true;
    case OpClass::load:
    case OpClass::store:
      return instruction.modifiers.ordering == isa::Ordering::weak ||
             instruction.modifiers.ordering == isa::Ordering::volatile_;
    default:
      return false;
  }
}

class Conversion {
 public:
  explicit Conversion(Routine& routine)
      : routine_(routine),
        entries_(routine.code.size() + 1, 0),
        branch_over_(routine.code.size(), kNoBranch),
        removed_(routine.code.size()) {
    for (const isa::Instruction& instruction : routine.code) {
      if (leaving_of(instruction) == Leaving::branches) ++entries_[instruction.target];
    }
    for (const std::vector<Pc>& table : routine.branch_tables) {
      for (const Pc target : table) ++entries_[target];
    }
  }

  void run() {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      if (!is_short(pc)) continue;
      const isa::Instruction branch = routine_.code[pc];
      for (Pc inside = pc + 1; inside < branch.target; ++inside) {
        routine_.code[inside].guard = branch.guard;
        routine_.code[inside].guard_negated = !branch.guard_negated;
        branch_over_[inside] = pc;
      }
      removed_[pc] = true;
    }
    note_guarded_rows();
    remove_instructions(routine_, removed_);
  }

 private:
  static constexpr Pc kNoBranch = ~Pc{0};

  /// Lists the rows that are accessed only in the bodies of converted branches (the instructions
  /// that are now guarded). Each such body must write the row before the body reads the row.
  void note_guarded_rows() {
    std::vector<Pc> written_in(value_count(routine_), kNoBranch);
    std::vector<bool> stays(value_count(routine_), true);
    std::fill_n(stays.begin(), routine_.incoming, false);
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const Pc body = branch_over_[pc];
      for_each_read(routine_, routine_.code[pc], [&](ValueId value) {
        if (body == kNoBranch || written_in[value] != body) stays[value] = false;
      });
      for_each_write(routine_, routine_.code[pc], [&](ValueId value) {
        if (body == kNoBranch) stays[value] = false;
        written_in[value] = body;
      });
    }
    for (std::uint32_t row = 0; row < routine_.rows; ++row) {
      if (stays[row] && written_in[row] != kNoBranch) routine_.guarded_rows.push_back(row);
    }
  }

  bool is_short(Pc pc) const {
    const isa::Instruction& branch = routine_.code[pc];
    if (leaving_of(branch) != Leaving::branches || !is_guarded(branch)) return false;
    if (branch.target <= pc + 1 || branch.target - pc - 1 > kMostGuarded) return false;
    for (Pc inside = pc + 1; inside < branch.target; ++inside) {
      const isa::Instruction& instruction = routine_.code[inside];
      if (entries_[inside] != 0 || !may_be_guarded(instruction)) return false;
      bool changes_guard = false;
      for_each_write(routine_, instruction, [&](ValueId value) {
        changes_guard |= value == predicate_value(routine_, branch.guard);
      });
      if (changes_guard) return false;
    }
    return true;
  }

  Routine& routine_;
  std::vector<std::uint32_t> entries_;  ///< by instruction: number of branches to the instruction
  /// By instruction: the converted branch that jumped over the instruction.
  std::vector<Pc> branch_over_;
  std::vector<bool> removed_;
};

}  // namespace

void convert_branches(Routine& routine) { Conversion(routine).run(); }

}  // namespace heddle::compile
