// Lets spilled values that are never live at the same time share words of the frame. The frame is
// then only as large as the values that are spilled at the same time, and its cache lines are
// reused.
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// `begin` is the offset in the frame at which the spilled values start, a multiple of eight.
/// Before the call each spilled value has eight bytes.
void share_slots(Routine& routine, std::uint32_t begin);

}  // namespace heddle::compile
