#include "heddle/compile/dead_code.hpp"

#include "heddle/compile/flow_graph.hpp"
#include "heddle/compile/liveness.hpp"

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

/// Goes through each block backwards with what is live; a removed instruction reads nothing.
class Sweep {
 public:
  explicit Sweep(Routine& routine)
      : routine_(routine),
        graph_(routine),
        liveness_(routine, graph_),
        removed_(routine.code.size(), false) {}

  /// Whether anything was removed: then what fed it may be dead too.
  bool run() {
    BitSet live(value_count(routine_));
    for (BlockId id = 0; id < graph_.size(); ++id) {
      const std::vector<ValueId> out = liveness_.live_out(id);
      live = BitSet(value_count(routine_));
      for (const ValueId value : out) live.set(value);
      for (Pc pc = graph_.block(id).end; pc-- > graph_.block(id).begin;) instruction(pc, live);
    }
    if (any_) remove_instructions(routine_, removed_);
    return any_;
  }

 private:
  void instruction(Pc pc, BitSet& live) {
    isa::Instruction& at = routine_.code[pc];
    bool is_read = writes_outgoing(at);
    for_each_write(routine_, at, [&](ValueId value) { is_read |= live.test(value); });
    if (!is_read && !has_effects(at)) {
      removed_[pc] = any_ = true;
      return;
    }
    if (!is_read && can_be_reduction(at)) {
      at.op = isa::Op::red;
      at.destinations = {};
    }
    if (!is_guarded(at)) for_each_write(routine_, at, [&](ValueId value) { live.reset(value); });
    for_each_read(routine_, at, [&](ValueId value) { live.set(value); });
  }

  Routine& routine_;
  FlowGraph graph_;
  Liveness liveness_;
  std::vector<bool> removed_;
  bool any_ = false;
};

}  // namespace

void remove_dead_code(Routine& routine) {
  while (Sweep(routine).run()) {
  }
}

}  // namespace heddle::compile
