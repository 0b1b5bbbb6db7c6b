// Finds the values that are live at the start and at the end of each block. A value is live at a
// point if some path from the point reads the value and some path to the point has written the
// value. A value is not live before its first write, since it has no content then. A guarded write
// does not end the old content, since lanes whose guard is false keep the old content
// (whole_writes.hpp lists the exceptions).
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/code/whole_writes.hpp"

namespace heddle::compile {

class Liveness {
 public:
  Liveness(const Routine& routine, const FlowGraph& graph);

  /// Return the values that are live before the block's first instruction and after its last
  /// instruction.
  std::vector<ValueId> live_in(BlockId block) const { return values(in_[block]); }
  std::vector<ValueId> live_out(BlockId block) const { return values(out_[block]); }

  /// Returns whether the instruction's write of `value` ends the value's old content. The result is
  /// false only for a guarded write that may come after an earlier write.
  bool kills(Pc pc, ValueId value) const;

 private:
  struct BlockSets {
    BitSet read;    ///< values that the block reads before overwriting them
    BitSet killed;  ///< values that the block overwrites completely
    BitSet written;
  };
  void number_values();
  std::vector<BlockSets> scan_blocks() const;
  void flow_backward(const std::vector<BlockSets>& sets);
  void flow_forward(const std::vector<BlockSets>& sets);
  void find_first_writes();
  std::vector<ValueId> values(const BitSet& dense) const;

  static constexpr std::uint32_t kLocal = 0xFFFFFFFFu;

  const Routine& routine_;
  const FlowGraph& graph_;
  WholeWrites whole_writes_;
  /// By value: its dense number if the value crosses blocks, else kLocal.
  std::vector<std::uint32_t> dense_;
  std::vector<ValueId> crossing_;  ///< by dense number: the value with this number
  std::vector<BitSet> in_, out_;   ///< by block: dense numbers of the values that are live at the
                                   ///< block's start, and at its end
  std::vector<BitSet> defined_in_;
  /// Sorted list of the guarded writes before which no write of the value can run.
  std::vector<std::pair<Pc, ValueId>> first_guarded_;
};

}  // namespace heddle::compile
