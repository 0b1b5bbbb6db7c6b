// The last error of a thread, and the names and texts of errors.
#include "cudart/error/error_text.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

/// Returns the last error of the thread, or the failure of the device if the device is lost. If
/// `forget` is true, also clears the last error of the thread, but not the failure of the device.
cudaError_t last_error(bool forget) {
  Runtime& state = runtime();
  ThreadState& thread = state.thread();
  const cudaError_t failure = state.failure();
  const cudaError_t result = failure != cudaSuccess ? failure : thread.last_error;
  if (result != cudaSuccess) thread.missed_launches.take_notice();
  if (forget) thread.last_error = cudaSuccess;
  return result;
}

}  // namespace

cudaError_t cudaGetLastError() { return last_error(true); }

cudaError_t cudaPeekAtLastError() { return last_error(false); }

const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }

const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }
