// Finds the values that are live at the ends of each block. A value is live if some path from there
// reads it and some path to there has written it. Before its first write a value has no content
// worth keeping, so it is not live. A guarded write does not end the old content, since lanes
// without the guard keep it (whole_writes.hpp lists the exceptions).
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

  /// Values live before a block's first instruction and after its last.
  std::vector<ValueId> live_in(BlockId block) const { return values(in_[block]); }
  std::vector<ValueId> live_out(BlockId block) const { return values(out_[block]); }

  /// Returns whether the instruction's write of `value` ends the value's old content. False only
  /// for a guarded write after an earlier write.
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
  std::vector<std::uint32_t> dense_;  ///< by value: dense number if it crosses blocks, else kLocal
  std::vector<ValueId> crossing_;     ///< by dense number: the value
  std::vector<BitSet> in_, out_;  ///< by block: dense numbers of the values live at its start, and
                                  ///< at its end
  std::vector<BitSet> defined_in_;
  /// Guarded writes without an earlier write of the value, sorted.
  std::vector<std::pair<Pc, ValueId>> first_guarded_;
};

}  // namespace heddle::compile
