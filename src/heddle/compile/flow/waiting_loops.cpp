#include "heddle/compile/flow/waiting_loops.hpp"

#include <algorithm>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/flow/dominators.hpp"
#include "heddle/compile/flow/loops.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;

/// Whether other threads can have changed memory, for this thread, after the instruction.
bool refreshes(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case OpClass::fence:
    case OpClass::barrier:
    case OpClass::warp_sync:
    case OpClass::call:
    case OpClass::system:
      return true;
    default:
      return false;
  }
}

/// The values of a loop that depend on what other threads do.
class SharedValues {
 public:
  SharedValues(const Routine& routine, const FlowGraph& graph, const DominatorTree& post_dominators,
               const std::vector<BlockId>& loop)
      : routine_(routine),
        graph_(graph),
        post_dominators_(post_dominators),
        loop_(loop),
        is_in_loop_(graph.size(), false),
        values_(value_count(routine)) {
    for (const BlockId block : loop) is_in_loop_[block] = true;
    find_origins();
    while (!origins_.empty() && spread()) continue;
  }

  bool decide_an_end() const {
    return !origins_.empty() && std::ranges::any_of(loop_, [this](BlockId id) {
      const BasicBlock& block = graph_.block(id);
      const bool may_leave = block.leaves || std::ranges::any_of(block.successors, [&](BlockId to) {
                               return !is_in_loop_[to];
                             });
      return may_leave && is_decided(routine_.code[block.end - 1]);
    });
  }

 private:
  template <typename Visit>
  void for_each_instruction(Visit&& visit) const {
    for (const BlockId id : loop_)
      for (Pc pc = graph_.block(id).begin; pc < graph_.block(id).end; ++pc)
        visit(routine_.code[pc], pc);
  }

  void find_origins() {
    bool refreshed = false;
    for_each_instruction(
        [&](const isa::Instruction& instruction, Pc) { refreshed |= refreshes(instruction); });
    const auto add = [this](const isa::Instruction& instruction, Pc pc) {
      if (!origins_.empty() && origins_.back() == pc) return;
      origins_.push_back(pc);
      mark_results(instruction);
    };
    for_each_instruction([&](const isa::Instruction& instruction, Pc pc) {
      const isa::Modifiers& modifiers = instruction.modifiers;
      const bool fresh = refreshed || modifiers.ordering != isa::Ordering::weak ||
                         modifiers.cache == isa::CacheOperator::cv ||
                         modifiers.cache == isa::CacheOperator::cg;
      const bool is_origin = instruction.op_class == OpClass::atomic ||
                             (instruction.op_class == OpClass::load && fresh) ||
                             reads_outgoing(instruction);
      if (is_origin) add(instruction, pc);
    });
    if (origins_.empty()) return;
    // Values that the code keeps in local memory may be shared values.
    for_each_instruction([&](const isa::Instruction& instruction, Pc pc) {
      if (instruction.op_class != OpClass::load) return;
      const isa::Space space = instruction.modifiers.space;
      if (space == isa::Space::local ||
          (space == isa::Space::generic && routine_.reaches_local && routine_.own_bytes != 0))
        add(instruction, pc);
    });
  }

  bool mark_results(const isa::Instruction& instruction) {
    bool is_new = false;
    for_each_write(routine_, instruction, [&](ValueId value) {
      is_new |= !values_.test(value);
      values_.set(value);
    });
    return is_new;
  }

  bool is_computed_from_shared(const isa::Instruction& instruction) const {
    bool found = false;
    for_each_read(routine_, instruction, [&](ValueId value) { found |= values_.test(value); });
    return found;
  }

  /// Whether a shared value decides where threads continue after the last instruction of a block.
  bool is_decided(const isa::Instruction& last) const {
    if (leaving_of(last) == Leaving::falls_through) return false;
    if (is_guarded(last) && values_.test(predicate_value(routine_, last.guard))) return true;
    return leaving_of(last) == Leaving::by_table && is_computed_from_shared(last);
  }

  /// Marks the values that the marked ones reach in one step. Returns whether there is a new one.
  bool spread() {
    bool is_new = false;
    for_each_instruction([&](const isa::Instruction& instruction, Pc) {
      if (is_computed_from_shared(instruction)) is_new |= mark_results(instruction);
    });
    for (const BlockId id : loop_)
      if (is_decided(routine_.code[graph_.block(id).end - 1])) is_new |= spread_to_branches(id);
    return is_new;
  }

  /// Marks what the paths of the branch at the end of the block write before they meet.
  bool spread_to_branches(BlockId fork) {
    bool is_new = false;
    std::vector<bool> seen(graph_.size(), false);
    std::vector<BlockId> region;
    const auto visit = [&](BlockId block) {
      if (!is_in_loop_[block] || seen[block] || block == post_dominators_.parent(fork)) return;
      seen[block] = true;
      region.push_back(block);
    };
    for (const BlockId successor : graph_.block(fork).successors) visit(successor);
    for (std::size_t i = 0; i < region.size(); ++i) {
      const BasicBlock& block = graph_.block(region[i]);
      for (Pc pc = block.begin; pc < block.end; ++pc) is_new |= mark_results(routine_.code[pc]);
      for (const BlockId successor : block.successors) visit(successor);
    }
    return is_new;
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  const DominatorTree& post_dominators_;
  const std::vector<BlockId>& loop_;
  std::vector<bool> is_in_loop_;
  std::vector<Pc> origins_;  ///< instructions that read what other threads write
  BitSet values_;
};

bool is_in(const LoopNest& nest, BlockId block, std::uint32_t loop) {
  std::uint32_t at = nest.loop_of[block];
  while (at != isa::kNoLoop && at != loop) at = nest.loops[at].parent;
  return at == loop;
}

/// Marks the branches that lead back in the loop, without those of inner loops.
void mark_branches_back(Routine& routine, const FlowGraph& graph, const LoopNest& nest,
                        const std::vector<BlockId>& blocks, std::uint32_t loop) {
  for (const BlockId block : blocks) {
    const Pc pc = graph.block(block).end - 1;
    isa::Instruction& last = routine.code[pc];
    const auto leads_back = [&](Pc target) {
      return target <= pc && nest.loop_of[graph.block_of(target)] == loop;
    };
    if (leaving_of(last) == Leaving::branches && leads_back(last.target)) last.may_spin = true;
    if (leaving_of(last) == Leaving::by_table &&
        std::ranges::any_of(routine.branch_tables[last.table], leads_back))
      last.may_spin = true;
  }
}

}  // namespace

void mark_waiting_loops(Routine& routine) {
  const FlowGraph graph(routine);
  const LoopNest nest = find_loops(routine, graph);
  if (nest.loops.empty()) return;
  const DominatorTree meetings = post_dominators(graph, routine);
  for (std::uint32_t loop = 0; loop < nest.loops.size(); ++loop) {
    std::vector<BlockId> blocks;
    for (BlockId block = 0; block < graph.size(); ++block)
      if (is_in(nest, block, loop)) blocks.push_back(block);
    if (SharedValues(routine, graph, meetings, blocks).decide_an_end())
      mark_branches_back(routine, graph, nest, blocks, loop);
  }
}

}  // namespace heddle::compile
