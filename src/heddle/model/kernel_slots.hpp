// The number of grids that the GPU holds at a time. Each grid has a kernel slot. SMs, memory and
// policies keep the data of a grid by this slot.
#pragma once

namespace heddle::model {

inline constexpr unsigned kKernelSlots = 8;
/// In requests that save and restore contexts, this value stands in place of a kernel slot.
inline constexpr unsigned kContextTraffic = kKernelSlots;
/// Slots by which interconnect and memory count: the kernel slots, and one for contexts.
inline constexpr unsigned kTrafficSlots = kKernelSlots + 1;

}  // namespace heddle::model
