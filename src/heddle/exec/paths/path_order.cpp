#include "heddle/exec/paths/path_order.hpp"

#include <algorithm>
#include <optional>

namespace heddle::exec {
namespace {

/// Returns the index of the first entry behind the tree of entry `i`.
std::size_t end_of_tree(const PathList& entries, std::size_t i) {
  std::size_t end = i + 1;
  while (end < entries.size() && (entries[end].lanes & ~entries[i].lanes) == 0) ++end;
  return end;
}

/// Returns the tree among those that begin in [begin, end) which contains entry `i`.
std::size_t tree_with(const PathList& entries, std::size_t begin, std::size_t i) {
  std::size_t tree = begin;
  for (std::size_t next = begin; next <= i; next = end_of_tree(entries, next)) tree = next;
  return tree;
}

void move_last(PathList& entries, std::size_t tree) {
  const auto first = entries.begin() + static_cast<std::ptrdiff_t>(tree);
  const auto behind = entries.begin() + static_cast<std::ptrdiff_t>(end_of_tree(entries, tree));
  std::rotate(first, behind, entries.end());
}

/// Lets the last path of the trees in [begin, end) give way.
void turn(PathList& entries, std::size_t begin, std::size_t end) {
  if (begin == end) return;
  const auto at = [&entries](std::size_t i) {
    return entries.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const std::size_t tree = tree_with(entries, begin, end - 1);
  std::rotate(at(begin), at(tree), at(end));
  turn(entries, begin + 1, begin + end - tree);
}

/// Returns the lanes that wait at entry `i` for the paths of its tree.
LaneMask arrived_at(const PathList& entries, std::size_t i) {
  LaneMask elsewhere = 0;
  const std::size_t end = end_of_tree(entries, i);
  for (std::size_t above = i + 1; above < end; ++above) elsewhere |= entries[above].lanes;
  return entries[i].lanes & ~elsewhere;
}

/// Returns the highest entry below the paths of `lanes` that contains all of them.
std::optional<std::size_t> common_entry(const PathList& entries, LaneMask lanes) {
  for (std::size_t i = entries.size(); i-- > 0;)
    if ((lanes & ~entries[i].lanes) == 0 && !is_path(entries, i)) return i;
  return std::nullopt;
}

}  // namespace

void remove_ended(PathList& entries) {
  std::erase_if(entries, [](const StackEntry& entry) { return entry.lanes == 0; });
}

bool is_path(const PathList& entries, std::size_t i) { return end_of_tree(entries, i) == i + 1; }

void give_way(PathList& entries) { turn(entries, 0, entries.size()); }

void run_path(PathList& entries, std::size_t i) {
  std::size_t begin = 0;
  while (begin < entries.size()) {
    const std::size_t tree = tree_with(entries, begin, i);
    const std::size_t size = end_of_tree(entries, tree) - tree;
    move_last(entries, tree);
    const std::size_t moved = entries.size() - size;
    if (tree == i) return;
    i += moved - tree;
    begin = moved + 1;
  }
}

LaneMask release_arrived(PathList& entries) {
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (is_path(entries, i)) continue;
    const LaneMask lanes = arrived_at(entries, i);
    if (lanes == 0) continue;
    StackEntry path = entries[i];
    const std::size_t behind = end_of_tree(entries, i);
    entries[i].lanes &= ~lanes;
    if (path.pc == path.reconvergence) continue;  // the lanes have arrived at a lower entry, too
    path.lanes = lanes;
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(behind), path);
    run_path(entries, behind);
    return lanes;
  }
  return 0;
}

void divide(PathList& entries, std::size_t i, LaneMask lanes) {
  StackEntry path = entries[i];
  const Pc behind = path.pc + 1;
  const auto at = [&entries, i](std::size_t more) {
    return entries.begin() + static_cast<std::ptrdiff_t>(i + more);
  };
  std::size_t paths = 0;
  if (behind != path.reconvergence) {
    entries[i].pc = behind;
    path.reconvergence = behind;
    paths = 1;
    entries.insert(at(1), path);
  }
  entries[i + paths].lanes &= ~lanes;
  path.lanes &= lanes;
  entries.insert(at(paths + 1), path);
}

bool join(PathList& entries, LaneMask lanes) {
  const std::optional<std::size_t> common = common_entry(entries, lanes);
  const std::size_t first = common ? *common + 1 : 0;
  const auto last = std::ranges::find_if(entries.rbegin(), entries.rend(), [&](const auto& entry) {
    return (entry.lanes & lanes) != 0;
  });
  StackEntry path = *last;
  for (std::size_t i = first; i < entries.size(); ++i)
    if ((entries[i].lanes & lanes) != 0 && entries[i].depth != path.depth) return false;
  if (!common && path.depth != 0) return false;
  if (common && entries[*common].pc == path.pc) return false;
  for (std::size_t i = first; i < entries.size(); ++i) entries[i].lanes &= ~lanes;
  remove_ended(entries);
  path.lanes = lanes;
  const bool same_call = common && entries[*common].depth == path.depth;
  path.reconvergence = same_call ? entries[*common].pc : kNoPc;
  const std::size_t behind = common ? end_of_tree(entries, *common) : entries.size();
  entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(behind), path);
  run_path(entries, behind);
  return true;
}

}  // namespace heddle::exec
