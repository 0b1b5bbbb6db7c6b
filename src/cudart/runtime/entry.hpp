// How every exported function comes in: own floating-point environment, lock, the errors of the
// device and of the call, and the thread's last error.
#pragma once

#include <functional>
#include <mutex>
#include <new>
#include <type_traits>

#include "cudart/error/cuda_error.hpp"
#include "cudart/runtime/runtime.hpp"
#include "heddle/exec/float_environment.hpp"

namespace heddle::cudart {

/// Of a scope in which a thread is in a call.
class ActiveCall {
 public:
  explicit ActiveCall(CallActivity& activity) : activity_(activity) { activity_.begin(); }
  ~ActiveCall() { activity_.end(); }
  ActiveCall(const ActiveCall&) = delete;
  ActiveCall& operator=(const ActiveCall&) = delete;

 private:
  CallActivity& activity_;
};

/// The code for whatever a call ended with; called in a handler. Says on stderr what the code alone
/// does not.
cudaError_t code_of_exception(Runtime& state) noexcept;

/// Runs `body(Runtime&)`, which gives a cudaError_t or nothing, without asking for a device.
template <typename Body>
cudaError_t enter_runtime(const Body& body) noexcept {
  Runtime& state = runtime();
  ThreadState& thread = state.thread();
  if (thread.in_host_function) return cudaErrorNotPermitted;
  const ActiveCall active(state.activity());
  const exec::FloatEnvironment environment;
  const std::lock_guard guard(state.lock());
  cudaError_t result = cudaSuccess;
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Body, Runtime&>>)
      body(state);
    else
      result = body(state);
  } catch (...) {
    result = code_of_exception(state);
  }
  if (result != cudaSuccess) thread.last_error = result;
  return result;
}

/// Runs `body(Context&)`, or `body(Context&, ThreadState&)`, on the device.
template <typename Body>
cudaError_t enter(const Body& body) noexcept {
  return enter_runtime([&](Runtime& state) {
    Context& context = state.context();
    if constexpr (std::is_invocable_v<Body, Context&, ThreadState&>)
      return body(context, state.thread());
    else
      return body(context);
  });
}

/// Of a scope in which stream 0 is the thread's own default stream (`_ptsz` and `_ptds` names).
class PerThreadDefault {
 public:
  PerThreadDefault() { ++runtime().thread().per_thread_default; }
  ~PerThreadDefault() { --runtime().thread().per_thread_default; }
  PerThreadDefault(const PerThreadDefault&) = delete;
  PerThreadDefault& operator=(const PerThreadDefault&) = delete;
};

}  // namespace heddle::cudart
