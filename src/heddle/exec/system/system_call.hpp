// The services of the host that device code calls as functions: printf, malloc and free, assert.
// They reach beyond a block, so whoever runs the warps says when, in an order that does not depend
// on host threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "heddle/exec/image/device_heap.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

/// What the calls of one device end up at.
struct SystemServices {
  /// Text that kernels print goes to the host's standard output.
  SystemServices(MemoryImage& image, std::uint64_t heap_bytes);

  std::function<void(std::string_view)> print;
  DeviceHeap heap;
};

/// Does what the system_call instruction at `pc`, which the warp has stepped past, asks for the
/// lanes that executed it, in lane order; `row_base` is that of their frame. Stores of the warp's
/// SM must have reached the image. Throws ExecutionFault where an assertion fails or an argument is
/// no address.
void perform_system_call(Warp& warp, std::uint32_t row_base, Pc pc, LaneMask lanes,
                         SystemServices& services);

}  // namespace heddle::exec
