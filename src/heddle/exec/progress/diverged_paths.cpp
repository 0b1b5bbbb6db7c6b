#include "heddle/exec/progress/diverged_paths.hpp"

#include <fmt/core.h>

#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/sync/meeting.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {

DivergedPaths::DivergedPaths(Warp& warp) : warp_(warp), entries_(warp.parts[0].entries()) {
  remove_ended(entries_);
  warp.progress.interleaved = true;
}

const isa::Instruction& DivergedPaths::instruction_of(std::size_t i) const {
  return warp_.block->grid->program->code[entries_[i].pc];
}

void DivergedPaths::keep(LaneMask lanes) {
  if (lanes == entries_.back().lanes) return;
  divide(entries_, top(), lanes);
  entries_[top() - 1].lanes = 0;  // the other part has arrived where the two parts meet
  remove_ended(entries_);
}

bool DivergedPaths::is_at_barrier(std::size_t i) const {
  return instruction_of(i).op_class == isa::OpClass::barrier;
}

std::uint32_t DivergedPaths::barrier_of(std::size_t i) const {
  const isa::Operand id = instruction_of(i).sources[0];
  const unsigned lane = first_lane(entries_[i].lanes);
  if (id.kind == isa::OperandKind::row)
    return warp_.rows[entries_[i].row_base + id.index].lane[lane];
  if (id.kind == isa::OperandKind::constant)
    return warp_.block->grid->constants[id.index].lane[lane];
  return 0;
}

bool DivergedPaths::is_at_end(std::size_t i) const {
  const isa::Op op = instruction_of(i).op;
  return op == isa::Op::exit || (op == isa::Op::ret && entries_[i].depth == 0);
}

bool DivergedPaths::may_meet(std::size_t a, std::size_t b) const {
  const isa::Instruction &one = instruction_of(a), &other = instruction_of(b);
  if (one.op != other.op) return false;
  if (isa::is_matrix(one.op))
    return entries_[a].pc == entries_[b].pc && entries_[a].row_base == entries_[b].row_base;
  const isa::Modifiers &mine = one.modifiers, &others = other.modifiers;
  return mine.shuffle == others.shuffle && mine.vote == others.vote &&
         mine.atomic == others.atomic && mine.type == others.type;
}

LaneMask DivergedPaths::complete_meeting(std::size_t i) const {
  std::array<LaneMask, kWarpSize> mask_of{};
  LaneMask come = 0;
  for (std::size_t other = 0; other < entries_.size(); ++other) {
    if (!waits(other) || is_at_barrier(other) || !may_meet(i, other)) continue;
    come |= entries_[other].lanes;
    for_each_lane(entries_[other].lanes, [&](unsigned lane) {
      mask_of[lane] = member_mask(warp_, entries_[other], lane);
    });
  }
  LaneMask complete = 0;
  for_each_lane(entries_[i].lanes, [&](unsigned lane) {
    const LaneMask named = (mask_of[lane] & live()) | lane_bit(lane);
    bool all = (named & ~come) == 0;
    for_each_lane(named & come, [&](unsigned other) { all &= mask_of[other] == mask_of[lane]; });
    if (all) complete |= named;
  });
  return complete;
}

LaneMask DivergedPaths::at_barrier_of(std::size_t i) const {
  LaneMask lanes = 0;
  for (std::size_t other = 0; other < entries_.size(); ++other)
    if (waits(other) && is_at_barrier(other) && barrier_of(other) == barrier_of(i))
      lanes |= entries_[other].lanes;
  return lanes;
}

bool DivergedPaths::can_run(std::size_t i) const {
  if (!is_path(entries_, i)) return false;
  if (!waits(i)) return true;
  return is_at_barrier(i) ? at_barrier_of(i) == live() : complete_meeting(i) != 0;
}

bool DivergedPaths::run_waiting_for_nothing() {
  for (std::size_t i = entries_.size(); i-- > 0;) {
    if (!can_run(i)) continue;
    run_path(entries_, i);
    return true;
  }
  return false;
}

bool DivergedPaths::run_alone() {
  // The path that has come last is below those that begin where it does.
  for (std::size_t i = entries_.size(); i-- > 0;) {
    if (!waits(i) || is_at_barrier(i)) continue;
    const StackEntry& path = entries_[i];
    const LaneMask named = member_masks(warp_, path, path.lanes);
    warp_.block->grid->notes->add(path.pc, named, named & live() & ~path.lanes);
    warp_.progress.alone |= path.lanes;
    warp_.progress.waiting &= ~path.lanes;
    run_path(entries_, i);
    return true;
  }
  return false;
}

void DivergedPaths::choose_other() {
  give_way(entries_);
  if (run_waiting_for_nothing()) return;
  if (const LaneMask lanes = release_arrived(entries_)) {
    if (!is_at_end(top())) warp_.progress.passed |= lanes;
    return;
  }
  if (!run_alone()) report_barriers();
}

void DivergedPaths::report_barriers() const {
  std::string text = "the lanes of a warp wait at different barriers for each other:";
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (waits(i))
      text += fmt::format(" lanes {:#010x} at barrier {} in line {};", entries_[i].lanes,
                          barrier_of(i), instruction_of(i).line);
  text += " a barrier needs all lanes of the warp that have not ended";
  raise_fault(FaultKind::deadlock, warp_, entries_.back().pc, first_lane(entries_.back().lanes), 0,
              text);
}

}  // namespace heddle::exec
