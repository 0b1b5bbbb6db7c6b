// Where each value is written, and whether what was true there still holds elsewhere. In PTX most
// registers are written once; a fact about such a value, found where it is written, holds wherever
// that instruction has run for certain. What is written more often is followed within one block.
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

  /// The only write of a value, if there is one and it has no guard.
  std::optional<Pc> only_write(ValueId value) const;
  /// Holds one value from its write to the end: written once, or a parameter never written.
  bool never_changes(ValueId value) const;
  /// Whether every path to `use` has run the instruction at `definition`.
  bool runs_before(Pc definition, Pc use) const;

  /// Walks a block: call `enter` at its start and `pass` after each instruction.
  void enter() { ++epoch_; }
  void pass(Pc pc, const isa::Instruction& instruction);
  /// The unguarded write of `value` in the block so far, if nothing wrote it since.
  std::optional<Pc> write_in_block(ValueId value) const;
  /// Whether the instruction at `pc`, or one after it in the block so far, wrote `value`.
  bool written_since(ValueId value, Pc pc) const;

 private:
  struct BlockWrite {
    std::uint32_t epoch = 0;
    Pc pc = 0;
    bool guarded = false;
  };

  const Routine& routine_;
  FlowGraph graph_;
  DominatorTree dominators_;
  std::vector<std::uint32_t> writes_;  ///< by value: how many
  std::vector<Pc> last_write_;
  std::vector<BlockWrite> in_block_;
  std::uint32_t epoch_ = 0;
};

}  // namespace heddle::compile
