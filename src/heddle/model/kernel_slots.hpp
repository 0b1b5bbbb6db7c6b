// How many grids the GPU holds at a time. Each has a kernel slot, by which SMs, memory and policies
// keep what belongs to the grid.
#pragma once

namespace heddle::model {

inline constexpr unsigned kKernelSlots = 8;

}  // namespace heddle::model
