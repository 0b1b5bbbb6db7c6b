// What a warp has to keep while it waits for memory or at a barrier, at the point where that is
// most: the compiler's part of GPUDuet (Lin's dissertation, section 3.6.6).
#pragma once

#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::compile {

/// Of a kernel without functions, taken apart into `webs`. `uniformity`: of these, by
/// Criterion::all.
isa::WaitingRegisters find_waiting_registers(const Webs& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
