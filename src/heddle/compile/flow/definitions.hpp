// Finds where each value is written, and whether a fact about a written value still holds at
// another instruction. In PTX most registers are written once. A fact about such a value holds
// wherever the write has certainly run. Values with several writes are followed within one block
// only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/flow/dominators.hpp"

namespace heddle::compile {

class Definitions {
 public:
  explicit Definitions(const Routine& routine);

  const FlowGraph& graph() const { return graph_; }

  /// Returns the only write of a value. Empty if the value has several writes or a guarded write.
  std::optional<Pc> only_write(ValueId value) const;
  /// True if the value keeps its content from its write to the end. The value then has only one
  /// write, or it is a parameter that no instruction writes.
  bool never_changes(ValueId value) const;
  /// True if the instruction at `definition` runs before `use` on every path.
  bool runs_before(Pc definition, Pc use) const;

  /// Calls visit(instruction, pc) for each instruction of the routine. The blocks come in reverse
  /// post-order. The visit may change the instruction.
  template <typename Visit>
  void walk(Routine& routine, Visit&& visit) {
    for (const BlockId id : graph_.reverse_post_order()) {
      ++epoch_;
      const BasicBlock& block = graph_.block(id);
      for (Pc pc = block.begin; pc < block.end; ++pc) {
        visit(routine.code[pc], pc);
        pass(pc, routine.code[pc]);
      }
    }
  }
  // Only a visit of walk() may call the following functions.
  /// Returns the last write of `value` among the visited instructions of the current block. Empty
  /// if the block has no such write or the write is guarded.
  std::optional<Pc> write_in_block(ValueId value) const;
  /// True if the instruction at `pc`, or a later visited instruction of the current block, wrote
  /// `value`.
  bool written_since(ValueId value, Pc pc) const;

 private:
  /// Records the writes of an instruction that the walk has visited.
  void pass(Pc pc, const isa::Instruction& instruction);

  struct BlockWrite {
    std::uint32_t epoch = 0;
    Pc pc = 0;
    bool guarded = false;
  };

  const Routine& routine_;
  FlowGraph graph_;
  DominatorTree dominators_;
  std::vector<std::uint32_t> writes_;  ///< by value: number of writes
  std::vector<Pc> last_write_;
  std::vector<BlockWrite> in_block_;
  std::uint32_t epoch_ = 0;
};

}  // namespace heddle::compile
