// The number of grids that the GPU can run at a time. Each running grid has a kernel slot. SMs,
// memory and policies index the data of a grid by its slot.
#pragma once

namespace heddle::model {

inline constexpr unsigned kKernelSlots = 8;
/// Requests that save and restore contexts have this value instead of a kernel slot.
inline constexpr unsigned kContextTraffic = kKernelSlots;
/// Number of slots by which interconnect and memory count: the kernel slots, and one slot for saved
/// contexts.
inline constexpr unsigned kTrafficSlots = kKernelSlots + 1;

}  // namespace heddle::model
