#include "cudart/runtime/entry.hpp"

#include <array>

#include "cudart/error/error_text.hpp"
#include "cudart/runtime/unsupported_call.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/exec/step/fault.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/sim/interrupted.hpp"

namespace heddle::cudart {
namespace {

cudaError_t code_of(exec::FaultKind kind) {
  using exec::FaultKind;
  switch (kind) {
    case FaultKind::out_of_bounds:
    case FaultKind::null_address:
    case FaultKind::read_only:
      return cudaErrorIllegalAddress;
    case FaultKind::misaligned:
      return cudaErrorMisalignedAddress;
    case FaultKind::bad_target:
      return cudaErrorInvalidPc;
    case FaultKind::stack_overflow:
      return cudaErrorHardwareStackError;
    case FaultKind::assertion:
      return cudaErrorAssert;
    case FaultKind::deadlock:
      return cudaErrorLaunchTimeout;
    case FaultKind::trap:
    case FaultKind::invalid_operand:
    case FaultKind::not_scalar:
      return cudaErrorLaunchFailure;
  }
  return cudaErrorLaunchFailure;
}

CallEnd translate(Runtime& state) {
  try {
    throw;
  } catch (const exec::ExecutionFault& fault) {
    state.lose_device(code_of(fault.kind()), fault.what());
    return {state.failure(), fault.what()};
  } catch (const policy::PolicyError& error) {
    // The policy failed, not the kernel, so the error is not cudaErrorLaunchFailure.
    state.lose_device(cudaErrorUnknown, error.what());
    return {state.failure(), error.what()};
  } catch (const sim::Interrupted& end) {
    // The message is empty, because `heddle run` prints the reason of the interruption.
    state.lose_device(cudaErrorCudartUnloading, "");
    return {state.failure(), end.what()};
  } catch (const OutOfMemory& error) {
    return {error.code(), state.explain(error)};
  } catch (const CudaError& error) {
    if (error.what()[0] != '\0') state.note(error.what());
    return {error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    const std::string message = "the host is out of memory";
    state.note(message);
    return {cudaErrorMemoryAllocation, message};
  } catch (const std::exception& error) {
    state.lose_device(cudaErrorLaunchFailure, error.what());
    return {state.failure(), error.what()};
  }
}

}  // namespace

CallEnd end_of_exception(Runtime& state) noexcept {
  try {
    return translate(state);
  } catch (...) {
    return {cudaErrorUnknown, {}};
  }
}

void account_for(Runtime& state, const char* function, const CallEnd& end) noexcept {
  ThreadState& thread = state.thread();
  if (thread.driver_call == nullptr) thread.last_error = end.code;
  if (thread.driver_call != nullptr) function = thread.driver_call;
  if (state.failure() != cudaSuccess || end.code == cudaErrorNotReady) return;
  try {
    if (!thread.in_launch_stub) return state.returned_errors().add(function, end.code, end.message);
    thread.missed_launches.add(end.message.empty()
                                   ? fmt::format("a launch ended with {}", error_name(end.code))
                                   : with_demangled(end.message));
  } catch (const std::bad_alloc&) {
    state.note("the host is out of memory");
  }
}

int refuse_unsupported(const char* function) noexcept {
  return enter_runtime(function, [&](Runtime&) -> cudaError_t {
    throw CudaError(cudaErrorNotSupported, fmt::format("{} is not supported", function));
  });
}

}  // namespace heddle::cudart
