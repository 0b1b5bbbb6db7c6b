// The reconvergence stack that the warps of a block share under thread block compaction, and the
// warps that run the top entry. Each warp stops at three places: an instruction at which threads
// may diverge, the entry's reconvergence point, and a warp-wide instruction. When all warps of the
// entry have arrived, the stack is updated. If the top entry then has other threads, the stack
// forms new warps. It forms the original warps of the block if all live threads are in the entry,
// and otherwise compacts the threads.
//
// Source: Fung, Aamodt, "Thread Block Compaction for Efficient SIMT Control Flow", HPCA 2011.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/exec/paths/path_outcome.hpp"
#include "heddle/exec/paths/warp_group.hpp"

namespace heddle::exec {

class BlockStack {
 public:
  /// Starts a block with these threads at `entry`.
  void start(const BlockLanes& threads, Pc entry);
  bool empty() const { return stack_.empty(); }
  /// Returns the threads of the block that have not ended.
  const BlockLanes& live() const { return live_; }
  /// The path that runs. Its pc is where the warps continued after the last update of the stack.
  const BasicStackEntry<BlockLanes>& top() const { return stack_.top(); }
  /// The warps that run the top entry. Their number is at most the number of the block's warps that
  /// have threads.
  const std::vector<WarpGroup>& groups() const { return groups_; }

  /// Number of times that new warps have been formed.
  std::uint64_t formations() const { return formations_; }
  /// True if the warps are the block's original ones. Each warp then has only the lanes that are on
  /// the path.
  bool has_original_warps() const { return has_original_warps_; }

  /// Notes that a warp of the top entry has executed the instruction at `pc` and stops.
  /// `outcomes[i]` is the outcome of its member i. All outcomes are of one kind, except that a
  /// member whose lanes do nothing has the outcome `next`. Returns true if all warps have now
  /// arrived and the stack has been updated.
  bool arrive(const WarpGroup& group, Pc pc, std::span<const PathOutcome> outcomes);
  /// Notes that a warp of the top entry has reached the warp-wide instruction at `pc` and stops.
  /// Returns true if all warps have now arrived and they are the block's original ones.
  bool arrive_at_warp_wide(Pc pc);
  /// Turns the warps of the top entry, which have all arrived, into the block's original warps.
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
  bool has_original_warps_ = true;
  std::uint64_t formations_ = 0;
  std::size_t arrived_ = 0;
  BasicPathOutcome<BlockLanes> sum_;  ///< sum of the outcomes of the warps that have arrived
};

}  // namespace heddle::exec
