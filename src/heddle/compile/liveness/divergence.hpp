// Finds the blocks in which the threads of a warp can be apart, that is, on different paths. These
// are the blocks between a branch and the point where its paths meet. Instruction::reconvergence of
// the branch tells this point.
#pragma once

#include <span>
#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

inline constexpr BlockId kMeetsAtEnd = 0xFFFFFFFFu;

/// A branch with several successors.
struct Fork {
  BlockId block = 0;              ///< block that ends with the branch
  BlockId meeting = kMeetsAtEnd;  ///< block where the paths meet, or kMeetsAtEnd
  /// Blocks where the paths begin. The meeting block may be one of them.
  std::vector<BlockId> successors;
};

std::vector<Fork> forks(const Routine& routine, const FlowGraph& graph);

/// Finds the blocks that the paths of a fork can run before they meet.
class ForkPaths {
 public:
  explicit ForkPaths(const FlowGraph& graph) : graph_(graph), seen_in_(graph.size(), 0) {}

  /// Returns `successor` and the blocks that `successor` reaches before the meeting block. Returns
  /// no block if `successor` is the meeting block.
  const std::vector<BlockId>& side(const Fork& fork, BlockId successor) {
    return walk(fork, {&successor, 1});
  }
  /// Returns all successors and the blocks that any successor reaches before the meeting block.
  const std::vector<BlockId>& region(const Fork& fork) { return walk(fork, fork.successors); }

 private:
  const std::vector<BlockId>& walk(const Fork& fork, std::span<const BlockId> from);

  const FlowGraph& graph_;
  std::vector<std::uint32_t> seen_in_;  ///< by block: number of the last walk that saw the block
  std::uint32_t walks_ = 0;
  std::vector<BlockId> found_;
};

/// Calls visit(value) for each value that one path of the fork writes while threads of other paths
/// may still need the old content. Such a value is live where the paths meet or where another path
/// begins.
template <typename Visit>
void for_each_mixed(const Routine& routine, const FlowGraph& graph, const Liveness& liveness,
                    ForkPaths& paths, const Fork& fork, Visit&& visit) {
  for (const BlockId successor : fork.successors) {
    BitSet exposed(value_count(routine));
    const auto expose = [&](BlockId block) {
      for (const ValueId value : liveness.live_in(block)) exposed.set(value);
    };
    if (fork.meeting != kMeetsAtEnd) expose(fork.meeting);
    for (const BlockId other : fork.successors) {
      if (other != successor) expose(other);
    }
    for (const BlockId block : paths.side(fork, successor)) {
      for (Pc pc = graph.block(block).begin; pc < graph.block(block).end; ++pc) {
        for_each_write(routine, routine.code[pc], [&](ValueId value) {
          if (exposed.test(value)) visit(value);
        });
      }
    }
  }
}

/// Calls visit(block, waiting) for each block on a path of a divergent branch. `waiting` lists the
/// scalars that are live where another path of the branch begins. Threads of the other path may run
/// later and read these scalars. A scalar has only one word for the warp, so the word must not
/// change in the block. Branches that mark_scalars() has marked as scalar are left out, since they
/// do not diverge.
template <typename Visit>
void for_each_wait(const Routine& routine, const FlowGraph& graph, const Liveness& liveness,
                   Visit&& visit) {
  ForkPaths paths(graph);
  for (const Fork& fork : forks(routine, graph)) {
    if (routine.code[graph.block(fork.block).end - 1].is_scalar) continue;
    for (const BlockId successor : fork.successors) {
      std::vector<ValueId> waiting;
      for (const BlockId other : fork.successors) {
        if (other == successor) continue;
        for (const ValueId value : liveness.live_in(other)) {
          if (is_scalar(routine, value)) waiting.push_back(value);
        }
      }
      if (waiting.empty()) continue;
      for (const BlockId block : paths.side(fork, successor)) visit(block, waiting);
    }
  }
}

}  // namespace heddle::compile
