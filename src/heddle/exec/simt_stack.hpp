// The reconvergence stack of a warp: the top entry is the path that runs; below it wait the paths
// that diverged from it and the point where they meet (the branch's immediate post-dominator). A
// call is an entry too: its lanes run the callee in a register window of its own, and the caller's
// entry below waits at the return address. No entry waits at its own reconvergence point, so the
// depth follows the nesting of the program's branches and calls, not the trips of its loops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::exec {

struct StackEntry {
  Pc pc = 0;
  Pc reconvergence =
      kNoPc;  ///< the entry ends when its pc gets here; kNoPc: at its lanes' return or exit
  LaneMask lanes = 0;
  std::uint32_t depth = 0;     ///< of calls: 0 in the kernel
  std::uint32_t row_base = 0;  ///< register window
  std::uint32_t predicate_base = 0;
  std::uint32_t local_base = 0;  ///< frame's offset in local memory
  std::uint32_t function = 0;    ///< index into Program::functions
  bool operator==(const StackEntry&) const = default;
};

/// Lanes that go on at `pc`, of a branch with more than two ways.
struct StackPath {
  Pc pc = 0;
  LaneMask lanes = 0;
};

class SimtStack {
 public:
  void start(LaneMask lanes, Pc entry);
  bool empty() const { return top_.lanes == 0; }
  const StackEntry& top() const { return top_; }
  /// The entries that wait below the top, the lowest first.
  const std::vector<StackEntry>& below() const { return below_; }
  std::size_t depth() const { return empty() ? 0 : below_.size() + 1; }
  bool operator==(const SimtStack&) const = default;

  /// Goes on to the next instruction; ends the path if that is its reconvergence point.
  void advance() { go_to(top_.pc + 1); }
  /// Branch of the top path: `taken` lanes go to `target`, the others fall through and run first;
  /// they meet at `reconvergence`. Returns true if the path split.
  bool branch(LaneMask taken, Pc target, Pc reconvergence);
  /// As `branch`, with disjoint paths that together have all lanes of the top path; the last one
  /// runs first.
  bool split(std::span<const StackPath> paths, Pc reconvergence);
  /// `lanes` of the top path enter a function; the caller goes on after the call once they have all
  /// returned. Of `callee`, pc, function and the bases are read.
  void call(LaneMask lanes, const StackEntry& callee);
  /// As `call`, of several functions at once: `callees[i].lanes` enter callees[i].
  void call_each(std::span<const StackEntry> callees);
  void return_from(LaneMask lanes);  ///< lanes leave the current function
  void exit(LaneMask lanes);         ///< lanes end

 private:
  void go_to(Pc pc) {
    top_.pc = pc;
    if (pc == top_.reconvergence) drop_finished();
  }
  void push(const StackEntry& entry);
  void pop();
  void drop_finished();

  StackEntry top_;  ///< without lanes: the stack is empty
  std::vector<StackEntry> below_;
};

}  // namespace heddle::exec
