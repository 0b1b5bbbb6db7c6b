// A reconvergence stack. The top entry is the path that runs. The entries below the top entry wait.
// They are the other diverged paths, and an entry at the point where the paths meet (the immediate
// post-dominator of the branch). A call adds an entry, too: its lanes run the callee in a new
// register window, and the caller's entry below waits at the return address. No entry waits at its
// own reconvergence point. So the depth depends on the nesting of the program's branches and calls,
// and not on the trip counts of its loops.
//
// `Lanes` is LaneMask for the lanes of a warp. It is BlockLanes for the lanes of a block whose
// warps share a stack.
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
  Pc reconvergence = kNoPc;  ///< the entry ends when its pc reaches this point; kNoPc: the entry
                             ///< ends when its lanes return or exit
  Lanes lanes{};
  std::uint32_t depth = 0;     ///< depth of calls: 0 in the kernel
  std::uint32_t row_base = 0;  ///< start of the register window
  std::uint32_t predicate_base = 0;
  std::uint32_t local_base = 0;  ///< offset of the frame in local memory
  std::uint32_t function = 0;    ///< index into Program::functions
  bool operator==(const BasicStackEntry&) const = default;
};

/// Lanes that continue at `pc` after a branch with more than two ways.
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
  /// All entries, the lowest first.
  std::vector<Entry> entries() const;
  /// Puts these entries, the lowest first, in the place of the present ones. The last entry runs,
  /// unless it has no lanes or is at its reconvergence point; then it ends. Every two entries have
  /// disjoint lanes, or the lanes of the lower entry contain those of the upper one.
  void replace(std::vector<Entry> entries);
  bool operator==(const BasicSimtStack&) const = default;

  /// Moves the top path to the next instruction. Ends the path if this is its reconvergence point.
  void advance() { go_to(top_.pc + 1); }
  /// Moves the top path to `pc`. Ends the path if `pc` is its reconvergence point.
  void go_to(Pc pc) {
    top_.pc = pc;
    if (pc == top_.reconvergence) drop_finished();
  }
  /// Splits the top path at a branch. The `taken` lanes go to `target`; the other lanes fall
  /// through and run first. The two paths meet at `reconvergence`. Returns true if the path split.
  bool branch(const Lanes& taken, Pc target, Pc reconvergence);
  /// Like `branch`, with several disjoint paths. Together the paths have all lanes of the top path;
  /// the function ignores lanes that are not on the top path. The last path runs first.
  bool split(std::span<const Path> paths, Pc reconvergence);
  /// Lets `lanes` of the top path enter a function. The caller continues after the call when all of
  /// them have returned. The function reads pc, function and bases of `callee`.
  void call(const Lanes& lanes, const Entry& callee);
  /// Like `call`, for several functions at once. Lanes of the top path that are in
  /// `callees[i].lanes` enter callees[i]; at least one lane enters a function. Returns true if
  /// lanes enter more than one function.
  bool call_each(std::span<const Entry> callees);
  /// Makes the lanes of the top path return from their function.
  void return_from(const Lanes& lanes);
  void exit(const Lanes& lanes);  ///< ends the lanes

 private:
  void push(const Entry& entry);
  void pop();
  void drop_finished();

  Entry top_;  ///< has no lanes if the stack is empty
  std::vector<Entry> below_;
};

// The stack of a warp.
using StackEntry = BasicStackEntry<LaneMask>;
using StackPath = BasicStackPath<LaneMask>;
using SimtStack = BasicSimtStack<LaneMask>;

}  // namespace heddle::exec
