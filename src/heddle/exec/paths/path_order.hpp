// The order in which the diverged paths of a warp run, where a path may give way to another one
// before it ends. The entries of a reconvergence stack form trees: an entry whose lanes contain
// those of an entry above it is the place where this path ends, that is, the point where paths meet
// or the return address of a call. An entry without entries above it in its tree is a path.
//
// The entries are listed as in the stack, the lowest first, each followed by the entries of its
// tree. The last entry is a path; it runs. The lanes of an entry that are in no path of its tree
// have arrived there, and wait for the others.
#pragma once

#include <cstddef>
#include <vector>

#include "heddle/exec/paths/simt_stack.hpp"

namespace heddle::exec {

using PathList = std::vector<StackEntry>;

/// Removes entries without lanes.
void remove_ended(PathList& entries);
/// Whether entry `i` is a path.
bool is_path(const PathList& entries, std::size_t i);
/// Lets the running path give way: of the paths that begin at one point, the running one goes
/// behind the others, and so does each group of paths that contains it. If every path gives way in
/// turn, every path runs again and again.
void give_way(PathList& entries);
/// Puts path `i` on top, so that it runs. The order of the other paths stays.
void run_path(PathList& entries, std::size_t i);
/// Lets the lanes that wait at one entry for the other paths of its tree go on without them, as a
/// path of their own, which runs. It ends where the entry itself ends. Chooses the highest entry at
/// which lanes wait. Returns these lanes; 0: no lanes wait.
LaneMask release_arrived(PathList& entries);
/// Divides path `i`: `lanes`, some of its lanes, become a path, and the other ones another path
/// below it. Both meet behind the instruction at which they are.
void divide(PathList& entries, std::size_t i, LaneMask lanes);
/// Joins the paths whose lanes are `lanes`, which are at one instruction of one call of a function,
/// to one path, which runs. It ends where all their lanes would have met. Returns false, and
/// changes nothing, if lanes came to the function by different calls.
bool join(PathList& entries, LaneMask lanes);

}  // namespace heddle::exec
