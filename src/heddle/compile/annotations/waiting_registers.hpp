// Finds the largest number of registers that a warp needs to keep while it waits for memory or at a
// barrier. This analysis is the compiler's part of GPUDuet (Lin's dissertation, section 3.6.6).
#pragma once

#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::compile {

/// `webs` are the webs of a kernel without functions. `uniformity` must be the result for these
/// webs by Criterion::all.
isa::WaitingRegisters find_waiting_registers(const Webs& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
