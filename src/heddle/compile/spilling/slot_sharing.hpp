// Spilled values that are never needed at the same time share their words of the frame, so that
// the frame is as large as what is spilled at once, and its lines in the caches are used again.
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Spilled values lie from byte `begin` of the frame on, a multiple of eight, each in eight bytes.
void share_slots(Routine& routine, std::uint32_t begin);

}  // namespace heddle::compile
