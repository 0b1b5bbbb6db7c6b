// Lets spilled values that are never live at the same time share words of the frame. Then the frame
// is only as large as the values that are spilled at once, and its cache lines are reused.
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Spilled values lie from byte `begin` of the frame on, each in eight bytes. `begin` is a multiple
/// of eight.
void share_slots(Routine& routine, std::uint32_t begin);

}  // namespace heddle::compile
