#include "cudart/runtime/entry.hpp"

#include <array>

#include "cudart/runtime/unsupported_call.hpp"
#include "heddle/exec/fault.hpp"

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

cudaError_t translate(Runtime& state) {
  try {
    throw;
  } catch (const exec::ExecutionFault& fault) {
    state.lose_device(code_of(fault.kind()), fault.what());
    return state.failure();
  } catch (const CudaError& error) {
    if (error.what()[0] != '\0') state.note(error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    state.note("the host is out of memory");
    return cudaErrorMemoryAllocation;
  } catch (const std::exception& error) {
    state.lose_device(cudaErrorLaunchFailure, error.what());
    return state.failure();
  }
}

}  // namespace

cudaError_t code_of_exception(Runtime& state) noexcept {
  try {
    return translate(state);
  } catch (...) {
    return cudaErrorUnknown;
  }
}

int refuse_unsupported(const char* function) noexcept {
  return enter_runtime([&](Runtime& state) {
    state.note(fmt::format("{} is not supported", function));
    return cudaErrorNotSupported;
  });
}

}  // namespace heddle::cudart
