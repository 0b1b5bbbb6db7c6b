// Names and texts of the runtime's error codes.
#pragma once

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

/// "cudaErrorInvalidValue"; "unrecognized error code" for a number that is none.
const char* error_name(cudaError_t code);
/// "invalid argument".
const char* error_text(cudaError_t code);

}  // namespace heddle::cudart
