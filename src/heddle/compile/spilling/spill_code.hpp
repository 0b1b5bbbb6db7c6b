// The loads and stores of values that are kept in local memory.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/spilling/spill_choice.hpp"

namespace heddle::compile {

/// Stores each victim behind the instructions that write it and loads it in front of those that
/// read it, in rows that are noted in Routine::spills. The frame grows by eight bytes a victim.
void spill(Routine& routine, const std::vector<SpillVictim>& victims);

}  // namespace heddle::compile
