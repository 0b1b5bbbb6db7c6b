// Inserts the loads and stores of spilled values.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/spilling/spill_choice.hpp"

namespace heddle::compile {

/// Stores each victim after the instructions that write the victim, and loads it before the
/// instructions that read it. Routine::spills lists the rows of these stores and loads. The frame
/// grows by eight bytes for each victim.
void spill(Routine& routine, const std::vector<SpilledRows>& victims);

}  // namespace heddle::compile
