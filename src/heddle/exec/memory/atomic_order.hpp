// Order of a warp's own accesses: what it reads or writes after an atomic to the same bytes must
// wait until that has been performed.
#pragma once

#include "heddle/exec/step/step.hpp"

namespace heddle::exec {

/// Whether the next instruction of a part, a load or store whose address operands are there, may
/// touch bytes that `atomic` touches in global memory. Compared by 32-byte sectors, so it may say
/// yes where bytes differ.
bool next_access_overlaps(const Warp& warp, unsigned part, const AtomicRequest& atomic);

}  // namespace heddle::exec
