// How many grids the GPU holds at a time. Each has a kernel slot, by which SMs, memory and policies
// keep what belongs to the grid.
#pragma once

namespace heddle::model {

inline constexpr unsigned kKernelSlots = 8;
/// In whose name requests of saved and restored contexts travel: of no kernel.
inline constexpr unsigned kContextTraffic = kKernelSlots;
/// Slots by which the interconnect and memory count: those of kernels, and that of contexts.
inline constexpr unsigned kTrafficSlots = kKernelSlots + 1;

}  // namespace heddle::model
