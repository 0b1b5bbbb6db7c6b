// What device code asks of the device runtime: launches of kernels, streams, events, copies. exec
// calls the runtime; the code that owns the device implements it.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

/// The thread that calls, and when the call ends.
struct RuntimeCaller {
  const Grid* grid = nullptr;
  std::uint64_t block = 0;   ///< linear number of the block in its grid
  std::uint32_t thread = 0;  ///< linear number of the thread in its block
  /// The cycle in which the call takes effect. 0 in a run without timing.
  Cycle when = 0;
};

/// A launch without its parameters.
struct DeviceLaunch {
  Addr kernel = 0;  ///< code address of the kernel in the caller's module
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
};

struct DeviceCopy {
  Addr to = 0, from = 0;
  std::uint64_t bytes = 0;
};

struct DeviceFill {
  Addr to = 0;
  std::uint8_t value = 0;
  std::uint64_t bytes = 0;
};

/// An error code of CUDA (cudaError_t); 0: success.
using RuntimeCode = std::uint32_t;

/// A handle or value of a call that has one; valid if the code is 0.
struct RuntimeAnswer {
  RuntimeCode code = 0;
  std::uint64_t value = 0;
};

class DeviceRuntime {
 public:
  virtual ~DeviceRuntime() = default;

  /// Returns the address of a buffer for the launch's parameters, in the layout of the kernel's
  /// parameters. Returns 0 if the launch is not possible; last_error() then tells why.
  virtual Addr parameter_buffer(const RuntimeCaller& caller, const DeviceLaunch& launch) = 0;
  /// Returns a buffer of this size, which describe() then gives to a launch.
  virtual Addr plain_buffer(const RuntimeCaller& caller, std::uint64_t bytes) = 0;
  virtual void describe(const RuntimeCaller& caller, Addr buffer, const DeviceLaunch& launch) = 0;
  /// Launches what the buffer was made for. The buffer is then no longer valid.
  virtual RuntimeCode launch(const RuntimeCaller& caller, Addr buffer, std::uint64_t stream) = 0;

  /// Whether a thread of the block may wait for what the block has launched.
  virtual RuntimeCode check_wait(const RuntimeCaller& caller) = 0;
  /// Whether anything that the block of the grid has launched is incomplete.
  virtual bool has_children(const Grid& grid, std::uint64_t block) const = 0;

  virtual RuntimeAnswer create_stream(const RuntimeCaller& caller, std::uint32_t flags) = 0;
  virtual RuntimeCode destroy_stream(const RuntimeCaller& caller, std::uint64_t stream) = 0;
  virtual RuntimeAnswer create_event(const RuntimeCaller& caller, std::uint32_t flags) = 0;
  virtual RuntimeCode destroy_event(const RuntimeCaller& caller, std::uint64_t event) = 0;
  virtual RuntimeCode record_event(const RuntimeCaller& caller, std::uint64_t event,
                                   std::uint64_t stream) = 0;
  virtual RuntimeCode wait_event(const RuntimeCaller& caller, std::uint64_t stream,
                                 std::uint64_t event) = 0;
  virtual RuntimeCode copy(const RuntimeCaller& caller, const DeviceCopy& copy,
                           std::uint64_t stream) = 0;
  virtual RuntimeCode fill(const RuntimeCaller& caller, const DeviceFill& fill,
                           std::uint64_t stream) = 0;

  virtual RuntimeAnswer attribute(std::uint32_t attribute, std::uint32_t device) const = 0;
  virtual RuntimeAnswer limit(std::uint32_t limit) const = 0;

  /// Remembers the code of a call that failed as the thread's last error.
  virtual void note_error(const RuntimeCaller& caller, RuntimeCode code) = 0;
  /// Returns the thread's last error. `forgets`: the error is then forgotten.
  virtual RuntimeCode last_error(const RuntimeCaller& caller, bool forgets) = 0;
};

}  // namespace heddle::exec
