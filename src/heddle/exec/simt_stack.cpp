#include "heddle/exec/simt_stack.hpp"

namespace heddle::exec {

void SimtStack::start(LaneMask lanes, Pc entry) {
  entries_.clear();
  if (lanes != 0) entries_.push_back({.pc = entry, .lanes = lanes});
}

void SimtStack::drop_finished() {
  while (!entries_.empty()) {
    const StackEntry& path = entries_.back();
    if (path.lanes != 0 && path.pc != path.reconvergence) return;
    entries_.pop_back();
  }
}

bool SimtStack::branch(LaneMask taken, Pc target, Pc reconvergence) {
  const StackEntry& path = entries_.back();
  const LaneMask stay = path.lanes & ~taken;
  if (stay == 0 || target == path.pc + 1) {
    go_to(target);
    return false;
  }
  if ((path.lanes & taken) == 0) {
    advance();
    return false;
  }
  const StackPath paths[2] = {{target, path.lanes & taken}, {path.pc + 1, stay}};
  return split(paths, reconvergence);
}

bool SimtStack::split(std::span<const StackPath> paths, Pc reconvergence) {
  if (paths.size() == 1) {
    go_to(paths[0].pc);
    return false;
  }
  StackEntry path = entries_.back();
  // Paths that meet only where their lanes end still wait at the point where an outer branch's
  // paths meet.
  if (reconvergence == kNoPc) reconvergence = path.reconvergence;
  if (reconvergence == path.reconvergence)
    entries_.pop_back();  // the entry below waits there already, or nothing does
  else
    entries_.back().pc = reconvergence;
  path.reconvergence = reconvergence;
  for (const StackPath& way : paths) {
    if (way.pc == reconvergence) continue;
    path.pc = way.pc;
    path.lanes = way.lanes;
    entries_.push_back(path);
  }
  drop_finished();
  return true;
}

void SimtStack::call(LaneMask lanes, const StackEntry& callee) {
  StackEntry entry = callee;
  entry.lanes = lanes;
  call_each({&entry, 1});
}

void SimtStack::call_each(std::span<const StackEntry> callees) {
  ++entries_.back().pc;
  const std::uint32_t depth = entries_.back().depth + 1;
  for (const StackEntry& callee : callees) {
    entries_.push_back(callee);
    entries_.back().reconvergence = kNoPc;
    entries_.back().depth = depth;
  }
}

void SimtStack::return_from(LaneMask lanes) {
  const std::uint32_t depth = entries_.back().depth;
  for (auto path = entries_.rbegin(); path != entries_.rend() && path->depth == depth; ++path)
    path->lanes &= ~lanes;
  drop_finished();
}

void SimtStack::exit(LaneMask lanes) {
  for (StackEntry& path : entries_) path.lanes &= ~lanes;
  drop_finished();
}

}  // namespace heddle::exec
