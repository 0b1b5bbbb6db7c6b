// The error codes of the driver API, and the driver's code for an error of the runtime.
#pragma once

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

/// The driver's code for an error of the runtime: the code of the same number where there is one.
/// The runtime has codes of its own for wrong arguments, which the driver calls invalid values.
CUresult driver_result(cudaError_t code);

/// The name, such as "CUDA_ERROR_INVALID_VALUE"; null for an unknown code.
const char* driver_error_name(CUresult code);
/// The text, such as "invalid argument"; null for an unknown code.
const char* driver_error_text(CUresult code);

}  // namespace heddle::cudart
