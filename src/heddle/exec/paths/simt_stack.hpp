// A reconvergence stack: the top entry is the path that runs; below it wait the paths that diverged
// from it and the point where they meet (the branch's immediate post-dominator). A call is an entry
// too: its lanes run the callee in a register window of its own, and the caller's entry below waits
// at the return address. No entry waits at its own reconvergence point, so the depth follows the
// nesting of the program's branches and calls, not the trips of its loops.
//
// `Lanes` are those of a warp (LaneMask), or those of a whole block (BlockLanes) where the warps of
// a block share a stack.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/paths/block_lanes.hpp"

namespace heddle::exec {

template <typename Lanes>
struct BasicStackEntry {
  Pc pc = 0;
  Pc reconvergence =
      kNoPc;  ///< the entry ends when its pc gets here; kNoPc: at its lanes' return or exit
  Lanes lanes{};
  std::uint32_t depth = 0;     ///< of calls: 0 in the kernel
  std::uint32_t row_base = 0;  ///< register window
  std::uint32_t predicate_base = 0;
  std::uint32_t local_base = 0;  ///< frame's offset in local memory
  std::uint32_t function = 0;    ///< index into Program::functions
  bool operator==(const BasicStackEntry&) const = default;
};

/// Lanes that go on at `pc`, of a branch with more than two ways.
template <typename Lanes>
struct BasicStackPath {
  Pc pc = 0;
  Lanes lanes{};
};

template <typename Lanes>
class BasicSimtStack {
 public:
  using Entry = BasicStackEntry<Lanes>;
  using Path = BasicStackPath<Lanes>;

  void start(const Lanes& lanes, Pc entry);
  bool empty() const { return is_none(top_.lanes); }
  const Entry& top() const { return top_; }
  /// The entries that wait below the top, the lowest first.
  const std::vector<Entry>& below() const { return below_; }
  std::size_t depth() const { return empty() ? 0 : below_.size() + 1; }
  bool operator==(const BasicSimtStack&) const = default;

  /// Goes on to the next instruction; ends the path if that is its reconvergence point.
  void advance() { go_to(top_.pc + 1); }
  /// The top path goes on at pc, and ends if that is its reconvergence point.
  void go_to(Pc pc) {
    top_.pc = pc;
    if (pc == top_.reconvergence) drop_finished();
  }
  /// Branch of the top path: `taken` lanes go to `target`, the others fall through and run first;
  /// they meet at `reconvergence`. Returns true if the path split.
  bool branch(const Lanes& taken, Pc target, Pc reconvergence);
  /// As `branch`, with disjoint paths that together have all lanes of the top path, of whose lanes
  /// others do not matter; the last one runs first.
  bool split(std::span<const Path> paths, Pc reconvergence);
  /// `lanes` of the top path enter a function; the caller goes on after the call once they have all
  /// returned. Of `callee`, pc, function and the bases are read.
  void call(const Lanes& lanes, const Entry& callee);
  /// As `call`, of several functions at once: the top path's lanes of `callees[i].lanes`, at least
  /// one of all, enter callees[i]. Returns true if they enter more than one.
  bool call_each(std::span<const Entry> callees);
  void return_from(const Lanes& lanes);  ///< lanes leave the current function
  void exit(const Lanes& lanes);         ///< lanes end

 private:
  void push(const Entry& entry);
  void pop();
  void drop_finished();

  Entry top_;  ///< without lanes: the stack is empty
  std::vector<Entry> below_;
};

// Of a warp.
using StackEntry = BasicStackEntry<LaneMask>;
using StackPath = BasicStackPath<LaneMask>;
using SimtStack = BasicSimtStack<LaneMask>;

}  // namespace heddle::exec
