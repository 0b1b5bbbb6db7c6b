#include "heddle/core/formed_warps/formed_step.hpp"

namespace heddle::core {
namespace {

/// Bits of an offset in the shared memory of a block. The shared memories of two neighbouring block
/// slots begin 2^24 bytes apart, so they do not overlap and each word keeps its bank.
constexpr unsigned kSharedWindowBits = 24;

bool has_access(exec::StepKind kind) {
  return kind == exec::StepKind::memory || kind == exec::StepKind::atomic;
}

/// Whether lanes of one formed warp diverge.
bool diverges(const FormedWarp& formed, LaneMask active) {
  LaneMask taken = 0;
  bool branches = false;
  for (const FormedWarp::Result& result : formed.results) {
    if (result.outcome.kind == exec::PathOutcomeKind::ways && result.outcome.ways.size() > 1)
      return true;
    if (result.outcome.kind != exec::PathOutcomeKind::branch) continue;
    branches = true;
    taken |= result.outcome.lanes;
  }
  return branches && taken != active;
}

}  // namespace

void FormedStep::execute(unsigned entity, const exec::StepEnvironment& environment,
                         exec::Step& sum) {
  FormedWarp& formed = contexts_.formed_of(entity);
  formed.results.resize(formed.group.size());
  sum.kind = exec::StepKind::plain;
  sum.wrote = false;
  sum.parts = 1;
  sum.pc = formed.frame.pc;
  sum.row_base = formed.frame.row_base;
  sum.active = sum.executed = 0;
  atomic_.lanes = 0;
  for (std::size_t i = 0; i < formed.group.size(); ++i) {
    const exec::GroupMember& member = formed.group[i];
    exec::Warp& warp = contexts_.warps[member.warp];
    exec::execute({.warp = &warp, .lanes = member.lanes, .frame = formed.frame}, environment,
                  step_);
    add(member, formed.results[i], sum);
  }
  formed.kind = sum.kind;
  sum.diverged = diverges(formed, sum.active);
}

void FormedStep::add(const exec::GroupMember& member, FormedWarp::Result& result, exec::Step& sum) {
  result.executed = step_.executed;
  result.outcome.kind = step_.outcome.kind;
  if (step_.outcome.kind != exec::PathOutcomeKind::next) result.outcome = step_.outcome;
  if (step_.kind == exec::StepKind::barrier) result.barrier = step_.barrier;
  sum.wrote |= step_.wrote;
  sum.active |= step_.active;
  sum.executed |= step_.executed;
  if (step_.kind == exec::StepKind::plain) return;
  const bool is_first = sum.kind == exec::StepKind::plain;
  sum.kind = step_.kind;
  if (!has_access(step_.kind)) return;
  const exec::Warp& warp = contexts_.warps[member.warp];
  add_access(warp, sum, is_first);
  if (step_.kind == exec::StepKind::atomic && step_.access.global != 0)
    exec::capture_atomic(warp, step_, atomic_);
}

void FormedStep::add_access(const exec::Warp& warp, exec::Step& sum, bool is_first) {
  exec::MemoryAccess& from = step_.access;
  const Addr in_local = warp.slot * local_bytes_of_warp(warp) / kWarpSize;
  const Addr in_shared = Addr{contexts_.block_slot_of(warp.slot)} << kSharedWindowBits;
  for_each_lane(from.local, [&](unsigned lane) { from.address[lane] += in_local; });
  for_each_lane(from.shared, [&](unsigned lane) { from.address[lane] += in_shared; });
  exec::MemoryAccess& to = sum.access;
  if (is_first) {
    to = from;
    return;
  }
  for_each_lane(from.lanes(), [&](unsigned lane) { to.address[lane] = from.address[lane]; });
  to.global |= from.global;
  to.shared |= from.shared;
  to.local |= from.local;
  to.constant |= from.constant;
  to.contiguous = false;
}

}  // namespace heddle::core
