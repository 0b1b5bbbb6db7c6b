#include "heddle/exec/sync/meeting.hpp"

#include "heddle/isa/instruction.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kNoSource = ~0u;

/// Returns the position of the source that holds the member mask; kNoSource: the operation has no
/// member mask.
unsigned mask_source(isa::Op op) {
  switch (op) {
    case isa::Op::shfl:
      return 3;
    case isa::Op::vote_ballot:
    case isa::Op::vote_pred:
    case isa::Op::match_any_b32:
    case isa::Op::match_any_b64:
    case isa::Op::match_all_b32:
    case isa::Op::match_all_b64:
    case isa::Op::redux:
      return 1;
    case isa::Op::elect:
    case isa::Op::bar_warp_sync:
      return 0;
    default:
      return kNoSource;
  }
}

}  // namespace

LaneDependence lane_dependence(const isa::Instruction& instruction) {
  if (isa::is_matrix(instruction.op)) return LaneDependence::all;
  const unsigned source = mask_source(instruction.op);
  if (source == kNoSource) return LaneDependence::no;
  return source < instruction.sources.size() && instruction.sources[source] ? LaneDependence::named
                                                                            : LaneDependence::all;
}

LaneMask lanes_named(const Warp& warp, const StackEntry& frame, LaneMask lanes) {
  return member_masks(warp, frame, lanes) & warp.threads & ~warp.exited;
}

LaneMask member_masks(const Warp& warp, const StackEntry& frame, LaneMask lanes) {
  const isa::Instruction& instruction = warp.block->grid->program->code[frame.pc];
  if (lane_dependence(instruction) != LaneDependence::named) return kAllLanes;
  const isa::Operand mask = instruction.sources[mask_source(instruction.op)];
  if (mask.kind != isa::OperandKind::row)
    return warp.block->grid->constants[mask.index].lane[first_lane(lanes)];
  LaneMask named = 0;
  const Row& row = warp.rows[frame.row_base + mask.index];
  for_each_lane(lanes, [&](unsigned lane) { named |= row.lane[lane]; });
  return named;
}

LaneMask member_mask(const Warp& warp, const StackEntry& frame, unsigned lane) {
  const isa::Instruction& instruction = warp.block->grid->program->code[frame.pc];
  if (lane_dependence(instruction) != LaneDependence::named) return kAllLanes;
  const isa::Operand mask = instruction.sources[mask_source(instruction.op)];
  if (mask.kind != isa::OperandKind::row) return warp.block->grid->constants[mask.index].lane[lane];
  return warp.rows[frame.row_base + mask.index].lane[lane];
}

PartMask parts_that_meet(const Warp& warp, unsigned part) {
  const StackEntry& path = warp.path(part);
  const LaneMask named = lanes_named(warp, path, path.lanes);
  auto parts = static_cast<PartMask>(1u << part);
  for (unsigned other = 0; other < warp.parts.size(); ++other)
    if ((named & warp.lanes_of(other)) != 0) parts |= static_cast<PartMask>(1u << other);
  return parts;
}

bool at_same_place(const Warp& warp, unsigned part, unsigned other) {
  const StackEntry &a = warp.path(part), &b = warp.path(other);
  return a.pc == b.pc && a.row_base == b.row_base && a.predicate_base == b.predicate_base;
}

}  // namespace heddle::exec
