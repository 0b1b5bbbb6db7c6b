// The reconvergence stack that the warps of a block share under thread block compaction, and the
// warps that run its top entry. At an instruction at which threads may part, at the entry's
// reconvergence point and at a warp-wide instruction each warp stops; once all warps of the entry
// have come, the stack moves, and if the threads of the top entry are then others, warps are formed
// anew: by compaction, or where no thread of the block is elsewhere the warps that the block began
// with. Source: Fung, Aamodt, "Thread Block Compaction for Efficient SIMT Control Flow", HPCA 2011.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/exec/paths/path_outcome.hpp"
#include "heddle/exec/paths/warp_group.hpp"

namespace heddle::exec {

class BlockStack {
 public:
  /// A block with these threads begins at `entry`.
  void start(const BlockLanes& threads, Pc entry);
  bool empty() const { return stack_.empty(); }
  /// Threads of the block that have not ended.
  const BlockLanes& live() const { return live_; }
  /// The path that runs. Its pc is where its warps went on when the stack last moved.
  const BasicStackEntry<BlockLanes>& top() const { return stack_.top(); }
  /// The warps that run it, of which there are never more than warps of the block with threads.
  const std::vector<WarpGroup>& groups() const { return groups_; }

  /// Counts how often the warps have been formed anew.
  std::uint64_t formations() const { return formations_; }
  /// The warps are those that the block began with, or what is left of them on the path.
  bool is_static() const { return is_static_; }

  /// A warp of the top entry has executed the instruction at `pc` and stops; `outcomes[i]` is that
  /// of its member i, all of one kind but for `next`, which stands for lanes that do nothing.
  /// Returns whether with it all warps have come, and the stack has moved.
  bool arrive(const WarpGroup& group, Pc pc, std::span<const PathOutcome> outcomes);
  /// A warp of the top entry has come to the warp-wide instruction at `pc` and stops. Returns
  /// whether with it all warps have come, and are those that the block began with.
  bool arrive_at_warp_wide(Pc pc);
  /// The warps of the top entry, which have all come, become those that the block began with.
  void restore_static();

 private:
  void add(const GroupMember& member, const PathOutcome& outcome);
  void add_way(unsigned warp, const StackPath& way);
  void add_callee(unsigned warp, const StackEntry& callee);
  void move();
  void add_ways_of_others();
  void form_groups();

  BasicSimtStack<BlockLanes> stack_;
  BlockLanes live_;
  std::vector<WarpGroup> groups_;
  bool is_static_ = true;
  std::uint64_t formations_ = 0;
  std::size_t arrived_ = 0;
  BasicPathOutcome<BlockLanes> sum_;  ///< of the warps that have arrived
};

}  // namespace heddle::exec
