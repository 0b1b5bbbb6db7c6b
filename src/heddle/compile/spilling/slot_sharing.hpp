// Lets spilled values that are never live at the same time share words of the frame. Then the frame
// is only as large as the values that are spilled at once, and its cache lines are reused.
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// `begin`: byte of the frame, a multiple of eight, from which on the spilled values lie, each in
/// eight bytes.
void share_slots(Routine& routine, std::uint32_t begin);

}  // namespace heddle::compile
