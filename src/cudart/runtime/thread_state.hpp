// The runtime's state for each thread of the host.
#pragma once

#include <cstdint>
#include <vector>

#include "cudart/cuda_types.hpp"
#include "cudart/error/error_account.hpp"
#include "cudart/queue/stream.hpp"
#include "cudart/runtime/driver_contexts.hpp"

namespace heddle::cudart {

/// The configuration of a launch, between `<<<...>>>` and the call of the kernel's stub.
struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

struct ThreadState {
  cudaError_t last_error = cudaSuccess;
  bool in_host_function = false;  ///< whether the thread runs a host function of a stream, which
                                  ///< may not call the runtime
  /// Number of nested calls for which stream 0 is the thread's own stream.
  int per_thread_default = 0;
  std::uint64_t own_stream = 0;  ///< id of the thread's default stream; 0: there is none yet
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
  bool in_launch_stub = false;  ///< whether the thread is between a kernel's <<<...>>> and the
                                ///< stub's call that launches it
  MissedLaunches missed_launches;
  std::vector<CallConfiguration> configurations;
  std::vector<std::uint8_t> arguments;  ///< set by cudaSetupArgument
  /// The stack of contexts of the driver API; the last is current.
  std::vector<std::shared_ptr<DriverContext>> contexts;
  /// The function of the driver API that the thread is in; null: none. Its errors count under its
  /// name, and are not the runtime's last error.
  const char* driver_call = nullptr;
};

}  // namespace heddle::cudart
