#include "heddle/compile/flow/call_rows_in_use.hpp"

#include <algorithm>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {
namespace {

bool is_call(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::call || instruction.op == isa::Op::call_indirect;
}

class UnderWay {
 public:
  UnderWay(const Routine& routine, const FlowGraph& graph)
      : routine_(routine), graph_(graph), under_way_(routine.code.size(), false) {}

  std::vector<bool> run() {
    spread([&](BlockId block) { return arguments(block); });
    spread([&](BlockId block) { return results(block); });
    return std::move(under_way_);
  }

 private:
  /// Repeats `pass` for all blocks until no state changes. `pass` derives the state at one end of a
  /// block from the neighbouring blocks and returns the state at the other end.
  template <typename Pass>
  void spread(Pass&& pass) {
    at_end_.assign(graph_.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (BlockId block = 0; block < graph_.size(); ++block) {
        if (!pass(block) || at_end_[block]) continue;
        at_end_[block] = changed = true;
      }
    }
  }

  bool any(const std::vector<BlockId>& neighbours) const {
    return std::ranges::any_of(neighbours, [&](BlockId id) { return at_end_[id]; });
  }

  /// Forward pass: an argument is in use from its write to the call. Returns whether an argument is
  /// in use at the end of the block.
  bool arguments(BlockId id) {
    const BasicBlock& block = graph_.block(id);
    bool waits = any(block.predecessors);
    for (Pc pc = block.begin; pc < block.end; ++pc) {
      if (waits) under_way_[pc] = true;
      if (is_call(routine_.code[pc])) {
        waits = false;
      } else if (writes_outgoing(routine_.code[pc])) {
        waits = true;
      }
    }
    return waits;
  }

  /// Backward pass: a result is in use from the call to its read. Returns whether a result is in
  /// use at the start of the block.
  bool results(BlockId id) {
    const BasicBlock& block = graph_.block(id);
    bool wanted = any(block.successors);
    for (Pc pc = block.end; pc-- > block.begin;) {
      if (is_call(routine_.code[pc])) {
        wanted = false;
      } else if (reads_outgoing(routine_.code[pc])) {
        wanted = true;
      }
      if (wanted) under_way_[pc] = true;
    }
    return wanted;
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  std::vector<bool> under_way_;
  std::vector<bool> at_end_;  ///< by block: the state at the block's end in a forward pass, or at
                              ///< the block's start in a backward pass
};

}  // namespace

std::vector<bool> call_rows_in_use(const Routine& routine, const FlowGraph& graph) {
  return UnderWay(routine, graph).run();
}

}  // namespace heddle::compile
