#include "heddle/compile/liveness/instruction_flow.hpp"

namespace heddle::compile {

InstructionFlow::InstructionFlow(const Routine& routine)
    : routine_(routine),
      values_(value_count(routine)),
      live_before_(routine.code.size() + 1, BitSet(values_)),
      defined_before_(routine.code.size() + 1, BitSet(values_)),
      whole_writes_(routine) {
  find();
}

std::vector<Pc> InstructionFlow::successors(Pc pc) const {
  const isa::Instruction& instruction = routine_.code[pc];
  const Leaving leaving = leaving_of(instruction);
  std::vector<Pc> next;
  if (leaving == Leaving::falls_through || is_guarded(instruction)) next.push_back(pc + 1);
  if (leaving == Leaving::branches) next.push_back(instruction.target);
  if (leaving == Leaving::by_table) {
    const std::vector<Pc>& table = routine_.branch_tables[instruction.table];
    next.insert(next.end(), table.begin(), table.end());
  }
  return next;
}

BitSet InstructionFlow::live_after(Pc pc) const {
  BitSet live(values_);
  for (const Pc next : successors(pc)) live.unite(live_before_[next]);
  return live;
}

BitSet InstructionFlow::before(Pc pc, BitSet live) const {
  const isa::Instruction& instruction = routine_.code[pc];
  for_each_write(routine_, instruction, [&](ValueId value) {
    if (whole_writes_.replaces(instruction, value)) live.reset(value);
  });
  for_each_read(routine_, instruction, [&](ValueId value) { live.set(value); });
  return live;
}

void InstructionFlow::find() {
  for (ValueId row = routine_.results; row < routine_.incoming; ++row) {
    defined_before_[0].set(row);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Pc pc = static_cast<Pc>(routine_.code.size()); pc-- > 0;) {
      changed |= live_before_[pc].unite(before(pc, live_after(pc)));
    }
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      BitSet defined = defined_before_[pc];
      for_each_write(routine_, routine_.code[pc], [&](ValueId value) { defined.set(value); });
      for (const Pc next : successors(pc)) changed |= defined_before_[next].unite(defined);
    }
  }
}

}  // namespace heddle::compile
