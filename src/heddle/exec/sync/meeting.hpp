// Warp-wide instructions on warps of several parts. The parts whose lanes such an instruction names
// must meet before it executes.
#pragma once

#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

/// How the lanes of an instruction depend on each other.
enum class LaneDependence : std::uint8_t {
  no,     ///< every part may execute it alone
  named,  ///< the lanes of its member mask execute it together
  all,    ///< the warp must be in lockstep: a warp-wide instruction without a member mask
};
LaneDependence lane_dependence(const isa::Instruction& instruction);

/// Returns the live lanes of the warp that the member masks of `lanes` name. The operands of the
/// frame's warp-wide instruction must be ready.
LaneMask lanes_named(const Warp& warp, const StackEntry& frame, LaneMask lanes);

/// Returns the member mask that the lane gives to the frame's warp-wide instruction; all lanes, if
/// the instruction has none.
LaneMask member_mask(const Warp& warp, const StackEntry& frame, unsigned lane);
/// Returns all lanes that the member masks of `lanes` name, of which there must be one. They may
/// have ended.
LaneMask member_masks(const Warp& warp, const StackEntry& frame, LaneMask lanes);

/// Returns the parts that must meet for the next instruction of `part`: this part, and all parts
/// with a lane that a member mask of this part names. The instruction must be of the kind
/// LaneDependence::named, and its operands must be ready.
PartMask parts_that_meet(const Warp& warp, unsigned part);

/// Whether two parts are at one instruction of one frame.
bool at_same_place(const Warp& warp, unsigned part, unsigned other);

}  // namespace heddle::exec
