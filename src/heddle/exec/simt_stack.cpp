#include "heddle/exec/simt_stack.hpp"

namespace heddle::exec {

void SimtStack::start(LaneMask lanes, Pc entry) {
  below_.clear();
  top_ = {};
  if (lanes != 0) top_ = {.pc = entry, .lanes = lanes};
}

void SimtStack::push(const StackEntry& entry) {
  if (!empty()) below_.push_back(top_);
  top_ = entry;
}

void SimtStack::pop() {
  top_ = {};
  if (below_.empty()) return;
  top_ = below_.back();
  below_.pop_back();
}

void SimtStack::drop_finished() {
  while (top_.lanes == 0 || top_.pc == top_.reconvergence) {
    const bool is_last = below_.empty();
    pop();
    if (is_last) return;
  }
}

bool SimtStack::branch(LaneMask taken, Pc target, Pc reconvergence) {
  const LaneMask stay = top_.lanes & ~taken;
  if (stay == 0 || target == top_.pc + 1) {
    go_to(target);
    return false;
  }
  if ((top_.lanes & taken) == 0) {
    advance();
    return false;
  }
  const StackPath paths[2] = {{target, top_.lanes & taken}, {top_.pc + 1, stay}};
  return split(paths, reconvergence);
}

bool SimtStack::split(std::span<const StackPath> paths, Pc reconvergence) {
  if (paths.size() == 1) {
    go_to(paths[0].pc);
    return false;
  }
  StackEntry path = top_;
  // Paths that meet only where their lanes end still wait at the point where an outer branch's
  // paths meet.
  if (reconvergence == kNoPc) reconvergence = path.reconvergence;
  if (reconvergence == path.reconvergence)
    pop();  // the entry below waits there already, or nothing does
  else
    top_.pc = reconvergence;
  path.reconvergence = reconvergence;
  for (const StackPath& way : paths) {
    if (way.pc == reconvergence) continue;
    path.pc = way.pc;
    path.lanes = way.lanes;
    push(path);
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
  ++top_.pc;
  const std::uint32_t depth = top_.depth + 1;
  for (const StackEntry& callee : callees) {
    push(callee);
    top_.reconvergence = kNoPc;
    top_.depth = depth;
  }
}

void SimtStack::return_from(LaneMask lanes) {
  top_.lanes &= ~lanes;
  for (auto path = below_.rbegin(); path != below_.rend() && path->depth == top_.depth; ++path)
    path->lanes &= ~lanes;
  drop_finished();
}

void SimtStack::exit(LaneMask lanes) {
  top_.lanes &= ~lanes;
  for (StackEntry& path : below_) path.lanes &= ~lanes;
  drop_finished();
}

}  // namespace heddle::exec
