#include "heddle/compile/code/spill_accesses.hpp"

namespace heddle::compile {

SpillAccesses::SpillAccesses(const Routine& routine) : made_(routine.rows, Made::not_at_all) {
  for (const SpilledRow& spilled : routine.spills) {
    if (spilled.value == kNoSpilledValue) continue;
    made_[spilled.row] = spilled.is_loaded ? Made::for_load : Made::for_store;
  }
}

bool SpillAccesses::contains(const isa::Instruction& instruction) const {
  if (instruction.modifiers.space != isa::Space::local) return false;
  const auto is_made = [&](const isa::Operand& data, Made made) {
    return data.kind == isa::OperandKind::row && data.index < made_.size() &&
           made_[data.index] == made;
  };
  if (instruction.op == isa::Op::ld) return is_made(instruction.destinations[0], Made::for_load);
  return instruction.op == isa::Op::st && is_made(instruction.sources[1], Made::for_store);
}

}  // namespace heddle::compile
