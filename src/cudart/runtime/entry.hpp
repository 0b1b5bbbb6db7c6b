// How every exported function comes in: own floating-point environment, lock, the errors of the
// device and of the call, and the thread's last error.
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

/// What a call ended with; `message` is "" where the code says all.
struct CallEnd {
  cudaError_t code = cudaSuccess;
  std::string message;
};

/// The end for whatever was thrown; called in a handler. Says the message on stderr.
CallEnd end_of_exception(Runtime& state) noexcept;

/// Keeps the error for the thread and for the results of the run.
void account_for(Runtime& state, const char* function, const CallEnd& end) noexcept;

/// Runs `body(Runtime&)`, which gives a cudaError_t or nothing, without asking for a device.
/// `function` is the name under which the program called.
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

/// Runs `body(Context&)`, or `body(Context&, ThreadState&)`, on the device.
template <typename Body>
cudaError_t enter(const char* function, const Body& body) noexcept {
  return enter_runtime(function, [&](Runtime& state) {
    Context& context = state.context();
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

/// Of a scope in which stream 0 is the thread's own default stream (`_ptsz` and `_ptds` names).
class PerThreadDefault {
 public:
  PerThreadDefault() { ++runtime().thread().per_thread_default; }
  ~PerThreadDefault() { --runtime().thread().per_thread_default; }
  PerThreadDefault(const PerThreadDefault&) = delete;
  PerThreadDefault& operator=(const PerThreadDefault&) = delete;
};

}  // namespace heddle::cudart
