// Names and texts of the runtime's error codes.
#pragma once

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

/// The name, such as "cudaErrorInvalidValue"; "unrecognized error code" for an unknown code.
const char* error_name(cudaError_t code);
/// The text, such as "invalid argument".
const char* error_text(cudaError_t code);

}  // namespace heddle::cudart
