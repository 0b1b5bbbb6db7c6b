#include "heddle/compile/dead_code.hpp"

#include <numeric>

#include "heddle/compile/backward_walk.hpp"

namespace heddle::compile {
namespace {

/// A write that is dead only because a later one was removed is found a round later; chains of such
/// writes through many blocks, which compilers do not leave behind, are not followed to their end.
constexpr unsigned kRounds = 4;

bool writes_outgoing(const isa::Instruction& instruction) {
  for (const isa::Operand& operand : instruction.destinations) {
    if (is_outgoing(operand)) return true;
  }
  return false;
}

bool can_be_reduction(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::atom && instruction.modifiers.atomic != isa::AtomicKind::cas &&
         instruction.modifiers.atomic != isa::AtomicKind::exch;
}

/// Removes what no instruction with effects depends on, whatever the order in which they run.
class Marking {
 public:
  explicit Marking(Routine& routine) : routine_(routine), useful_(routine.code.size(), false) {}

  void run() {
    index_writes();
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      if (has_effects(instruction) || writes_outgoing(instruction)) mark(pc);
    }
    while (!pending_.empty()) {
      const Pc pc = pending_.back();
      pending_.pop_back();
      for_each_read(routine_, routine_.code[pc], [&](ValueId value) { mark_writes(value); });
    }
    useful_.flip();
    remove_instructions(routine_, useful_);
  }

 private:
  /// Lists the writes of each value: `writes_[first_[v]]` to `writes_[first_[v + 1]]`.
  void index_writes() {
    first_.assign(value_count(routine_) + 1, 0);
    for (const isa::Instruction& instruction : routine_.code) {
      for_each_write(routine_, instruction, [&](ValueId value) { ++first_[value + 1]; });
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    writes_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      for_each_write(routine_, routine_.code[pc],
                     [&](ValueId value) { writes_[next[value]++] = pc; });
    }
  }

  void mark(Pc pc) {
    if (useful_[pc]) return;
    useful_[pc] = true;
    pending_.push_back(pc);
  }

  void mark_writes(ValueId value) {
    for (std::uint32_t i = first_[value]; i < first_[value + 1]; ++i) mark(writes_[i]);
  }

  Routine& routine_;
  std::vector<bool> useful_;
  std::vector<std::uint32_t> first_;
  std::vector<Pc> writes_, pending_;
};

/// Removes what nobody reads where it is written. Whether anything was removed: then what fed it
/// may be dead too.
bool sweep(Routine& routine) {
  std::vector<bool> removed(routine.code.size(), false);
  bool any = false;
  walk_backward(routine, [&](Pc pc, isa::Instruction& instruction, const BitSet& live) {
    bool is_read = writes_outgoing(instruction);
    for_each_write(routine, instruction, [&](ValueId value) { is_read |= live.test(value); });
    if (!is_read && !has_effects(instruction)) {
      removed[pc] = any = true;
      return false;
    }
    if (!is_read && can_be_reduction(instruction)) {
      instruction.op = isa::Op::red;
      instruction.destinations = {};
    }
    return true;
  });
  if (any) remove_instructions(routine, removed);
  return any;
}

}  // namespace

void remove_dead_code(Routine& routine) {
  Marking(routine).run();
  for (unsigned round = 0; round < kRounds && sweep(routine); ++round) Marking(routine).run();
}

}  // namespace heddle::compile
