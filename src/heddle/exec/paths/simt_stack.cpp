#include "heddle/exec/paths/simt_stack.hpp"

#include <algorithm>
#include <utility>

namespace heddle::exec {

template <typename Lanes>
void BasicSimtStack<Lanes>::start(const Lanes& lanes, Pc entry) {
  below_.clear();
  top_ = {};
  if (!is_none(lanes)) top_ = {.pc = entry, .lanes = lanes};
}

template <typename Lanes>
std::vector<BasicStackEntry<Lanes>> BasicSimtStack<Lanes>::entries() const {
  std::vector<Entry> all = below_;
  if (!empty()) all.push_back(top_);
  return all;
}

template <typename Lanes>
void BasicSimtStack<Lanes>::replace(std::vector<Entry> entries) {
  below_ = std::move(entries);
  pop();
  drop_finished();
}

template <typename Lanes>
void BasicSimtStack<Lanes>::push(const Entry& entry) {
  if (!empty()) below_.push_back(top_);
  top_ = entry;
}

template <typename Lanes>
void BasicSimtStack<Lanes>::pop() {
  top_ = {};
  if (below_.empty()) return;
  top_ = below_.back();
  below_.pop_back();
}

template <typename Lanes>
void BasicSimtStack<Lanes>::drop_finished() {
  while (is_none(top_.lanes) || top_.pc == top_.reconvergence) {
    const bool is_last = below_.empty();
    pop();
    if (is_last) return;
  }
}

template <typename Lanes>
bool BasicSimtStack<Lanes>::branch(const Lanes& taken, Pc target, Pc reconvergence) {
  const Lanes stay = top_.lanes & ~taken;
  if (is_none(stay) || target == top_.pc + 1) {
    go_to(target);
    return false;
  }
  if (is_none(top_.lanes & taken)) {
    advance();
    return false;
  }
  const Path paths[2] = {{target, top_.lanes & taken}, {top_.pc + 1, stay}};
  return split(paths, reconvergence);
}

template <typename Lanes>
bool BasicSimtStack<Lanes>::split(std::span<const Path> paths, Pc reconvergence) {
  Entry path = top_;
  const auto is_own = [&path](const Path& way) { return !is_none(way.lanes & path.lanes); };
  if (std::ranges::count_if(paths, is_own) == 1) {
    go_to(std::ranges::find_if(paths, is_own)->pc);
    return false;
  }
  // The paths of this branch meet only where their lanes end. So they wait at the point where the
  // paths of the outer branch meet.
  if (reconvergence == kNoPc) reconvergence = path.reconvergence;
  if (reconvergence == path.reconvergence)
    pop();  // the entry below waits at this point already, or no entry waits
  else
    top_.pc = reconvergence;
  path.reconvergence = reconvergence;
  const Lanes all = path.lanes;
  for (const Path& way : paths) {
    path.pc = way.pc;
    path.lanes = way.lanes & all;
    if (way.pc != reconvergence && !is_none(path.lanes)) push(path);
  }
  drop_finished();
  return true;
}

template <typename Lanes>
void BasicSimtStack<Lanes>::call(const Lanes& lanes, const Entry& callee) {
  Entry entry = callee;
  entry.lanes = lanes;
  call_each({&entry, 1});
}

template <typename Lanes>
bool BasicSimtStack<Lanes>::call_each(std::span<const Entry> callees) {
  ++top_.pc;
  const Lanes all = top_.lanes;
  const std::uint32_t depth = top_.depth + 1;
  unsigned entered = 0;
  for (const Entry& callee : callees) {
    const Lanes lanes = callee.lanes & all;
    if (is_none(lanes)) continue;
    push(callee);
    top_.lanes = lanes;
    top_.reconvergence = kNoPc;
    top_.depth = depth;
    ++entered;
  }
  return entered > 1;
}

template <typename Lanes>
void BasicSimtStack<Lanes>::return_from(const Lanes& lanes) {
  top_.lanes &= ~lanes;
  // The entry of the caller is the first one below that is less deep. Other paths of the function
  // may lie in between, and functions that these paths have called.
  for (auto path = below_.rbegin(); path != below_.rend() && path->depth >= top_.depth; ++path)
    path->lanes &= ~lanes;
  drop_finished();
}

template <typename Lanes>
void BasicSimtStack<Lanes>::exit(const Lanes& lanes) {
  top_.lanes &= ~lanes;
  for (Entry& path : below_) path.lanes &= ~lanes;
  drop_finished();
}

template class BasicSimtStack<LaneMask>;
template class BasicSimtStack<BlockLanes>;

}  // namespace heddle::exec
