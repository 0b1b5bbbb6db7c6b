// Which values may still be read, and have been written on some way there, at each block's ends. A
// value counts from where it is first written: what no path has defined yet holds nothing worth
// keeping. A guarded write does not end the value before it, since lanes without the guard keep it
// (whole_writes.hpp has the exceptions).
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

  /// Values live at a block's first instruction / after its last.
  std::vector<ValueId> live_in(BlockId block) const { return values(in_[block]); }
  std::vector<ValueId> live_out(BlockId block) const { return values(out_[block]); }

  /// Whether the instruction's write of `value` ends what the value held before: always, unless it
  /// is guarded and something was written before.
  bool kills(Pc pc, ValueId value) const;

 private:
  struct BlockSets {
    BitSet read;    ///< read before any write that ends the value
    BitSet killed;  ///< written so that nothing stays of what was there
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
  std::vector<std::uint32_t> dense_;  ///< by value: number among those that cross blocks, or kLocal
  std::vector<ValueId> crossing_;     ///< the reverse
  std::vector<BitSet> in_, out_;      ///< of dense numbers
  std::vector<BitSet> defined_in_;
  std::vector<std::pair<Pc, ValueId>> first_guarded_;  ///< sorted: guarded writes of nothing before
};

}  // namespace heddle::compile
