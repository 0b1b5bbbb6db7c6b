// The entry of every function of the driver API. Checks that the driver is initialized and that the
// thread has a context, and turns the runtime's error codes into the driver's. The functions of the
// runtime and of the driver that do the same are one: the driver's call the runtime's.
#pragma once

#include "cudart/error/driver_error.hpp"
#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// What a function of the driver API needs before it may be called.
enum class Needs : std::uint8_t { nothing, initialization, context };

/// Names the function of the driver API that the thread is in, while the object exists.
class DriverCall {
 public:
  DriverCall(ThreadState& thread, const char* name)
      : thread_(thread), outer_(std::exchange(thread.driver_call, name)) {}
  ~DriverCall() { thread_.driver_call = outer_; }
  DriverCall(const DriverCall&) = delete;
  DriverCall& operator=(const DriverCall&) = delete;

 private:
  ThreadState& thread_;
  const char* outer_;
};

/// cudaSuccess, or why the function cannot be called now.
inline cudaError_t obstacle(Runtime& state, const ThreadState& thread, Needs needs) {
  if (needs == Needs::nothing) return cudaSuccess;
  if (!state.driver_contexts().initialized()) return cudaErrorInitializationError;
  if (needs == Needs::initialization) return cudaSuccess;
  if (thread.contexts.empty()) return cudaErrorDeviceUninitialized;
  return thread.contexts.back()->destroyed ? cudaErrorContextIsDestroyed : cudaSuccess;
}

/// Runs `body()`, which returns a cudaError_t.
template <typename Body>
CUresult driver_call(Needs needs, const Body& body,
                     const char* name = __builtin_FUNCTION()) noexcept {
  Runtime& state = runtime();
  ThreadState& thread = state.thread();
  const DriverCall scope(thread, name);
  const cudaError_t missing = obstacle(state, thread, needs);
  if (missing != cudaSuccess)
    return driver_result(enter_runtime([&](Runtime&) { return missing; }));
  return driver_result(body());
}

/// For functions that need a context.
template <typename Body>
CUresult driver_call(const Body& body, const char* name = __builtin_FUNCTION()) noexcept {
  return driver_call(Needs::context, body, name);
}

inline void* pointer_to(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

}  // namespace heddle::cudart
