// Warp-wide instructions on warps of several parts: the parts whose lanes such an instruction names
// have to meet before it executes.
#pragma once

#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

/// How the lanes of an instruction depend on each other.
enum class Together : std::uint8_t {
  no,     ///< every part may execute it by itself
  named,  ///< the lanes of its member mask execute it together
  all,    ///< the warp has to be in lockstep: a warp-wide instruction without a member mask
};
Together together(const isa::Instruction& instruction);

/// The lanes that `lanes` of the warp name and that have not ended. The instruction at the frame is
/// one of `named`, and its operands must be there.
LaneMask lanes_named(const Warp& warp, const StackEntry& frame, LaneMask lanes);

/// The parts that the next instruction of `part`, one of `named`, is for: its own, and those with
/// lanes that a lane of it names. Its operands must be there.
PartMask parts_that_meet(const Warp& warp, unsigned part);

/// Whether two parts' next instruction is the same one of the same frame.
bool at_same_place(const Warp& warp, unsigned part, unsigned other);

}  // namespace heddle::exec
