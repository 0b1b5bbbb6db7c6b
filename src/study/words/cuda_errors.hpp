// The error codes of the CUDA runtime, as src/cudart/error/error_codes.def has them. The build
// makes the table.
#pragma once

#include <span>
#include <string_view>

namespace heddle::study {

struct CudaErrorCode {
  std::string_view name;  ///< "cudaErrorInvalidValue"
  std::string_view text;  ///< of cudaGetErrorString: "invalid argument"
};

std::span<const CudaErrorCode> cuda_error_codes();

}  // namespace heddle::study
