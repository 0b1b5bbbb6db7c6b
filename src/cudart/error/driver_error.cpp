#include "cudart/error/driver_error.hpp"

#include <algorithm>
#include <array>

#include "cudart/error/error_text.hpp"

namespace heddle::cudart {
namespace {

struct Named {
  CUresult code;
  const char* name;
};

constexpr std::array kDriverErrors{
#define X(name) Named{name, #name},
#include "cudart/error/driver_error_codes.def"
#undef X
};

}  // namespace

CUresult driver_result(cudaError_t code) {
  switch (code) {
    case cudaErrorInvalidSymbol:
    case cudaErrorInvalidTexture:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      break;
  }
  const auto same = static_cast<CUresult>(code);
  if (driver_error_name(same) != nullptr) return same;
  return code < cudaErrorNoDevice ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_UNKNOWN;
}

const char* driver_error_name(CUresult code) {
  const auto* const found = std::ranges::find(kDriverErrors, code, &Named::code);
  return found == kDriverErrors.end() ? nullptr : found->name;
}

const char* driver_error_text(CUresult code) {
  if (driver_error_name(code) == nullptr) return nullptr;
  // The runtime has no code of this number.
  if (code == CUDA_ERROR_CONTEXT_ALREADY_CURRENT) return "context is already current";
  return error_text(static_cast<cudaError_t>(code));
}

}  // namespace heddle::cudart
