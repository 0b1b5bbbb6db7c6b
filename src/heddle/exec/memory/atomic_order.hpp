// The order of a warp's own accesses. An access to bytes of an earlier atomic of the same warp must
// wait until the atomic has been performed.
#pragma once

#include "heddle/exec/step/step.hpp"

namespace heddle::exec {

/// Whether the next instruction of a part may touch bytes in global memory that `atomic` touches.
/// The instruction is a load or a store, and its address operands must be ready. The function
/// compares 32-byte sectors, so it may return true where the bytes differ.
bool next_access_overlaps(const Warp& warp, unsigned part, const AtomicRequest& atomic);

}  // namespace heddle::exec
