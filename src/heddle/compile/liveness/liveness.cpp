#include "heddle/compile/liveness/liveness.hpp"

#include <algorithm>
#include <utility>

namespace heddle::compile {

Liveness::Liveness(const Routine& routine, const FlowGraph& graph)
    : routine_(routine), graph_(graph), whole_writes_(routine) {
  number_values();
  const std::vector<BlockSets> sets = scan_blocks();
  flow_backward(sets);
  flow_forward(sets);
  find_first_writes();
}

/// Assigns dense numbers to the values that cross blocks. These are the values that some block
/// reads before it writes them.
void Liveness::number_values() {
  dense_.assign(value_count(routine_), kLocal);
  std::vector<BlockId> written_in(value_count(routine_), graph_.exit());
  for (BlockId id = 0; id < graph_.size(); ++id) {
    for (Pc pc = graph_.block(id).begin; pc < graph_.block(id).end; ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      for_each_read(routine_, instruction, [&](ValueId value) {
        if (written_in[value] == id || dense_[value] != kLocal) return;
        dense_[value] = static_cast<std::uint32_t>(crossing_.size());
        crossing_.push_back(value);
      });
      // A guarded write does not count as a write here, since some lanes still have the content
      // from outside the block.
      for_each_write(routine_, instruction, [&](ValueId value) {
        if (whole_writes_.replaces(instruction, value)) written_in[value] = id;
      });
    }
  }
}

std::vector<Liveness::BlockSets> Liveness::scan_blocks() const {
  std::vector<BlockSets> sets;
  for (const BasicBlock& block : graph_.blocks()) {
    BlockSets set{BitSet(crossing_.size()), BitSet(crossing_.size()), BitSet(crossing_.size())};
    for (Pc pc = block.begin; pc < block.end; ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      for_each_read(routine_, instruction, [&](ValueId value) {
        const std::uint32_t at = dense_[value];
        if (at != kLocal && !set.killed.test(at)) set.read.set(at);
      });
      for_each_write(routine_, instruction, [&](ValueId value) {
        const std::uint32_t at = dense_[value];
        if (at == kLocal) return;
        set.written.set(at);
        if (whole_writes_.replaces(instruction, value)) set.killed.set(at);
      });
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

void Liveness::flow_backward(const std::vector<BlockSets>& sets) {
  in_.assign(graph_.size(), BitSet(crossing_.size()));
  out_ = in_;
  std::vector<BlockId> order = graph_.reverse_post_order();
  std::ranges::reverse(order);
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockId id : order) {
      for (const BlockId successor : graph_.block(id).successors) out_[id].unite(in_[successor]);
      changed |= in_[id].unite_flow(sets[id].read, out_[id], sets[id].killed);
    }
  }
}

void Liveness::flow_forward(const std::vector<BlockSets>& sets) {
  defined_in_.assign(graph_.size(), BitSet(crossing_.size()));
  std::vector<BitSet> defined_out = defined_in_;
  if (graph_.size() == 0) return;
  for (std::uint32_t row = routine_.results; row < routine_.incoming; ++row) {
    if (dense_[row] != kLocal) defined_in_[0].set(dense_[row]);
  }
  const BitSet nothing(crossing_.size());
  const std::vector<BlockId> order = graph_.reverse_post_order();
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockId id : order) {
      for (const BlockId predecessor : graph_.block(id).predecessors) {
        defined_in_[id].unite(defined_out[predecessor]);
      }
      const BitSet& in = defined_in_[id];
      changed |= defined_out[id].unite_flow(sets[id].written, in, nothing);
    }
  }
  for (BlockId id = 0; id < graph_.size(); ++id) {
    in_[id].intersect(defined_in_[id]);
    out_[id].intersect(defined_out[id]);
  }
}

void Liveness::find_first_writes() {
  std::vector<BlockId> written_in(value_count(routine_), graph_.exit());
  for (BlockId id = 0; id < graph_.size(); ++id) {
    for (Pc pc = graph_.block(id).begin; pc < graph_.block(id).end; ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      for_each_write(routine_, instruction, [&](ValueId value) {
        const std::uint32_t at = dense_[value];
        const bool came_in = at != kLocal && defined_in_[id].test(at);
        const bool is_first = written_in[value] != id && !came_in;
        if (is_first && is_guarded(instruction)) first_guarded_.emplace_back(pc, value);
        written_in[value] = id;
      });
    }
  }
  std::ranges::sort(first_guarded_);
}

bool Liveness::kills(Pc pc, ValueId value) const {
  return whole_writes_.replaces(routine_.code[pc], value) ||
         std::ranges::binary_search(first_guarded_, std::pair(pc, value));
}

std::vector<ValueId> Liveness::values(const BitSet& dense) const {
  std::vector<ValueId> list;
  dense.for_each([&](std::size_t at) { list.push_back(crossing_[at]); });
  return list;
}

}  // namespace heddle::compile
