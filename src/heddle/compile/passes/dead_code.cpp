#include "heddle/compile/passes/dead_code.hpp"

#include "heddle/compile/code/write_index.hpp"
#include "heddle/compile/liveness/backward_walk.hpp"

namespace heddle::compile {
namespace {

/// Maximum number of rounds of the sweep. A write that becomes dead when a later write is removed
/// is found one round later. In chains of more such writes than rounds, the earliest writes stay,
/// but compilers do not produce such chains.
constexpr unsigned kRounds = 4;

bool can_be_reduction(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::atom && instruction.modifiers.atomic != isa::AtomicKind::cas &&
         instruction.modifiers.atomic != isa::AtomicKind::exch;
}

/// Removes every instruction whose result no instruction with effects needs, directly or through
/// other instructions. The search ignores the order of the instructions.
class UseMarking {
 public:
  explicit UseMarking(Routine& routine)
      : routine_(routine), useful_(routine.code.size(), false), writes_(routine) {}

  void run() {
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
  void mark(Pc pc) {
    if (useful_[pc]) return;
    useful_[pc] = true;
    pending_.push_back(pc);
  }

  void mark_writes(ValueId value) {
    for (const Pc pc : writes_.writes(value)) mark(pc);
  }

  Routine& routine_;
  std::vector<bool> useful_;
  WriteIndex writes_;
  std::vector<Pc> pending_;
};

/// Removes writes of values that are not live after the write. Returns whether any write was
/// removed, since the writes of its sources may then be dead too.
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
  UseMarking(routine).run();
  for (unsigned round = 0; round < kRounds && sweep(routine); ++round) UseMarking(routine).run();
}

}  // namespace heddle::compile
