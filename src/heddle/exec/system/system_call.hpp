// The host services that device code calls as functions: printf, malloc and free, assert, and the
// calls of the device runtime. These
// services have effects outside a block. So the code that runs the warps performs the calls in an
// order that does not depend on host threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "heddle/exec/image/device_heap.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/exec/system/device_runtime.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::exec {

/// The services behind the calls of one device.
struct SystemServices {
  /// The text that kernels print goes to the host's standard output.
  SystemServices(MemoryImage& image, std::uint64_t heap_bytes);

  std::function<void(std::string_view)> print;
  DeviceHeap heap;
  DeviceRuntime* runtime = nullptr;  ///< null: kernels cannot launch kernels
};

/// A system call of a warp. The warp has stepped past the instruction.
struct WarpCall {
  Pc pc = 0;                   ///< pc of the instruction
  LaneMask lanes = 0;          ///< lanes that executed it
  std::uint32_t row_base = 0;  ///< base of the lanes' frame
  Cycle when = 0;              ///< when the call takes effect; 0 without timing
};

/// Returns the service that the instruction at `pc` calls.
isa::SystemCall service_of(const isa::Program& program, Pc pc);

/// Performs the system call for its lanes, in lane order. The stores of the warp's SM must already
/// be in the image. Returns whether the warp must wait until nothing that its block has launched is
/// incomplete. Throws ExecutionFault if an assertion fails, an argument is not a valid address, or
/// the call needs a device runtime and there is none.
bool perform_system_call(Warp& warp, const WarpCall& call, SystemServices& services);

}  // namespace heddle::exec
