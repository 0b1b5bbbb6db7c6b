#include "heddle/compile/branch_conversion.hpp"

#include <algorithm>

#include "heddle/compile/values.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;

/// A guard has the same effect on it as a branch around it. Instructions that look at the other
/// lanes of the warp, or that leave, are not among them.
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
      : routine_(routine), entries_(routine.code.size() + 1, 0), removed_(routine.code.size()) {
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
      }
      removed_[pc] = true;
    }
    remove_instructions(routine_, removed_);
  }

 private:
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
  std::vector<std::uint32_t> entries_;  ///< branches that lead to each instruction
  std::vector<bool> removed_;
};

}  // namespace

void convert_branches(Routine& routine) { Conversion(routine).run(); }

}  // namespace heddle::compile
