#include "heddle/exec/paths/block_stack.hpp"

#include <algorithm>

namespace heddle::exec {

void BlockStack::start(const BlockLanes& threads, Pc entry) {
  stack_.start(threads, entry);
  live_ = threads;
  arrived_ = 0;
  sum_ = {};
  form_groups();
}

bool BlockStack::arrive(const WarpGroup& group, Pc pc, std::span<const PathOutcome> outcomes) {
  for (std::size_t i = 0; i < group.size(); ++i) add(group[i], outcomes[i]);
  if (++arrived_ != groups_.size()) return false;
  stack_.go_to(pc);
  move();
  return true;
}

bool BlockStack::arrive_at_warp_wide(Pc pc) {
  if (++arrived_ != groups_.size()) return false;
  stack_.go_to(pc);
  arrived_ = 0;
  restore_static();
  return true;
}

void BlockStack::restore_static() {
  groups_ = static_groups(stack_.top().lanes);
  has_original_warps_ = true;
  ++formations_;
}

void BlockStack::add(const GroupMember& member, const PathOutcome& outcome) {
  if (outcome.kind == PathOutcomeKind::next) return;
  sum_.kind = outcome.kind;
  sum_.target = outcome.target;
  sum_.reconvergence = outcome.reconvergence;
  if (outcome.kind == PathOutcomeKind::ways) {
    for (const StackPath& way : outcome.ways) add_way(member.warp, way);
    return;
  }
  sum_.lanes.warp[member.warp] |= outcome.lanes;
  if (outcome.kind == PathOutcomeKind::calls) {
    for (const StackEntry& callee : outcome.callees) add_callee(member.warp, callee);
  }
}

void BlockStack::add_way(unsigned warp, const StackPath& way) {
  auto known = std::ranges::find(sum_.ways, way.pc, &BasicStackPath<BlockLanes>::pc);
  if (known == sum_.ways.end()) known = sum_.ways.insert(known, {.pc = way.pc, .lanes = {}});
  known->lanes.warp[warp] |= way.lanes;
}

void BlockStack::add_callee(unsigned warp, const StackEntry& callee) {
  auto known = std::ranges::find(sum_.callees, callee.pc, &BasicStackEntry<BlockLanes>::pc);
  if (known == sum_.callees.end()) {
    known = sum_.callees.insert(known, {.pc = callee.pc,
                                        .lanes = {},
                                        .row_base = callee.row_base,
                                        .predicate_base = callee.predicate_base,
                                        .local_base = callee.local_base,
                                        .function = callee.function});
  }
  known->lanes.warp[warp] |= callee.lanes;
}

void BlockStack::move() {
  const BlockLanes before = stack_.top().lanes;
  if (sum_.kind == PathOutcomeKind::ways) add_ways_of_others();
  if (sum_.kind == PathOutcomeKind::exits) live_ &= ~sum_.lanes;
  follow(stack_, sum_);
  arrived_ = 0;
  sum_ = {};
  if (!(stack_.top().lanes == before)) form_groups();
}

/// Adds the lanes of the groups in which no lane executes the branch. These lanes fall through:
/// they join the path that falls through if there is one, and otherwise become a new path.
void BlockStack::add_ways_of_others() {
  BlockLanes others = stack_.top().lanes;
  for (const auto& way : sum_.ways) others &= ~way.lanes;
  if (is_none(others)) return;
  const Pc next = stack_.top().pc + 1;
  const auto known = std::ranges::find(sum_.ways, next, &BasicStackPath<BlockLanes>::pc);
  if (known != sum_.ways.end())
    known->lanes |= others;
  else
    sum_.ways.push_back({next, others});
}

void BlockStack::form_groups() {
  const BlockLanes& lanes = stack_.top().lanes;
  has_original_warps_ = lanes == live_;
  groups_ = has_original_warps_ ? static_groups(lanes) : compacted_groups(lanes);
  ++formations_;
}

}  // namespace heddle::exec
