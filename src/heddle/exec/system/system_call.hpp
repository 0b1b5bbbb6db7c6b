// The host services that device code calls as functions: printf, malloc and free, assert. These
// services have effects outside a block. So the code that runs the warps performs the calls in an
// order that does not depend on host threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "heddle/exec/image/device_heap.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

/// The services behind the calls of one device.
struct SystemServices {
  /// The text that kernels print goes to the host's standard output.
  SystemServices(MemoryImage& image, std::uint64_t heap_bytes);

  std::function<void(std::string_view)> print;
  DeviceHeap heap;
};

/// Performs the system call of the instruction at `pc` for `lanes`, which executed it, in lane
/// order. The warp has stepped past the instruction. `row_base` is the base of the lanes' frame.
/// The stores of the warp's SM must already be in the image. Throws ExecutionFault if an assertion
/// fails or an argument is not a valid address.
void perform_system_call(Warp& warp, std::uint32_t row_base, Pc pc, LaneMask lanes,
                         SystemServices& services);

}  // namespace heddle::exec
