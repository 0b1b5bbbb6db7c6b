#include "heddle/compile/dead_code.hpp"

#include "heddle/compile/backward_walk.hpp"

namespace heddle::compile {
namespace {

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

/// Whether anything was removed: then what fed it may be dead too.
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
  while (sweep(routine)) {
  }
}

}  // namespace heddle::compile
