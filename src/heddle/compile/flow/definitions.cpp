#include "heddle/compile/flow/definitions.hpp"

namespace heddle::compile {

Definitions::Definitions(const Routine& routine)
    : routine_(routine),
      graph_(routine),
      dominators_(dominators(graph_)),
      writes_(value_count(routine), 0),
      last_write_(value_count(routine), 0),
      in_block_(value_count(routine)) {
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    for_each_write(routine, routine.code[pc], [&](ValueId value) {
      ++writes_[value];
      last_write_[value] = pc;
    });
  }
}

std::optional<Pc> Definitions::only_write(ValueId value) const {
  const bool is_incoming = value < routine_.incoming;
  if (writes_[value] != 1 || is_incoming || is_guarded(routine_.code[last_write_[value]])) {
    return std::nullopt;
  }
  return last_write_[value];
}

bool Definitions::never_changes(ValueId value) const {
  const bool is_parameter = value >= routine_.results && value < routine_.incoming;
  return is_parameter ? writes_[value] == 0 : only_write(value).has_value();
}

bool Definitions::runs_before(Pc definition, Pc use) const {
  const BlockId above = graph_.block_of(definition), below = graph_.block_of(use);
  return above == below ? definition < use : dominators_.dominates(above, below);
}

void Definitions::pass(Pc pc, const isa::Instruction& instruction) {
  for_each_write(routine_, instruction,
                 [&](ValueId value) { in_block_[value] = {epoch_, pc, is_guarded(instruction)}; });
}

std::optional<Pc> Definitions::write_in_block(ValueId value) const {
  const BlockWrite& write = in_block_[value];
  if (write.epoch != epoch_ || write.guarded) return std::nullopt;
  return write.pc;
}

bool Definitions::written_since(ValueId value, Pc pc) const {
  const BlockWrite& write = in_block_[value];
  return write.epoch == epoch_ && write.pc >= pc;
}

}  // namespace heddle::compile
