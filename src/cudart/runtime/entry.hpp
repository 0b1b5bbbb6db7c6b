// The entry of every exported function. Sets the simulator's floating-point environment, takes the
// lock, turns exceptions into error codes, and keeps the thread's last error.
#pragma once

#include <functional>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>

#include "cudart/error/cuda_error.hpp"
#include "cudart/runtime/runtime.hpp"
#include "heddle/exec/float_environment.hpp"

namespace heddle::cudart {

/// Marks a thread as inside a call of the runtime while the object exists.
class ActiveCall {
 public:
  explicit ActiveCall(CallActivity& activity) : activity_(activity) { activity_.begin(); }
  ~ActiveCall() { activity_.end(); }
  ActiveCall(const ActiveCall&) = delete;
  ActiveCall& operator=(const ActiveCall&) = delete;

 private:
  CallActivity& activity_;
};

/// The error code and the message of a call that ended. `message` is empty if the code needs no
/// explanation.
struct CallEnd {
  cudaError_t code = cudaSuccess;
  std::string message;
};

/// Turns the exception that is being handled into a CallEnd. Prints the exception's message on
/// standard error.
CallEnd end_of_exception(Runtime& state) noexcept;

/// Keeps the error as the thread's last error and for the results of the run.
void account_for(Runtime& state, const char* function, const CallEnd& end) noexcept;

/// Runs `body(Runtime&)`, which returns a cudaError_t or nothing. Does not create the device.
/// `function` is the name that the program called, unless the thread is in a call of the driver
/// API.
template <typename Body>
cudaError_t enter_runtime(const char* function, const Body& body) noexcept {
  Runtime& state = runtime();
  ThreadState& thread = state.thread();
  if (thread.in_host_function) return cudaErrorNotPermitted;
  const ActiveCall active(state.activity());
  const exec::FloatEnvironment environment;
  const std::lock_guard guard(state.lock());
  CallEnd end;
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Body, Runtime&>>)
      body(state);
    else
      end.code = body(state);
  } catch (...) {
    end = end_of_exception(state);
  }
  state.withdraw_progress();
  if (end.code != cudaSuccess) account_for(state, function, end);
  return end.code;
}
template <typename Body>
cudaError_t enter_runtime(const Body& body, const char* function = __builtin_FUNCTION()) noexcept {
  return enter_runtime(function, body);
}

/// Runs `body(Context&)` or `body(Context&, ThreadState&)`. Makes the device if there is none.
template <typename Body>
cudaError_t enter(const char* function, const Body& body) noexcept {
  return enter_runtime(function, [&](Runtime& state) {
    Context& context = state.context();
    state.bind_primary_context(state.thread());
    if constexpr (std::is_invocable_v<Body, Context&, ThreadState&>)
      return body(context, state.thread());
    else
      return body(context);
  });
}
template <typename Body>
cudaError_t enter(const Body& body, const char* function = __builtin_FUNCTION()) noexcept {
  return enter(function, body);
}

/// Makes stream 0 the thread's own default stream while the object exists. Used by the functions
/// whose names end in `_ptsz` and `_ptds`.
class PerThreadDefault {
 public:
  PerThreadDefault() { ++runtime().thread().per_thread_default; }
  ~PerThreadDefault() { --runtime().thread().per_thread_default; }
  PerThreadDefault(const PerThreadDefault&) = delete;
  PerThreadDefault& operator=(const PerThreadDefault&) = delete;
};

}  // namespace heddle::cudart
