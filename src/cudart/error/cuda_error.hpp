// How the inner functions of the runtime refuse a call: with the error code that the program gets.
// A message for standard error is added where the code alone leaves a person guessing.
#pragma once

#include <string>

#include "cudart/cuda_types.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cudart {

class CudaError : public Error {
 public:
  explicit CudaError(cudaError_t code, const std::string& message = {})
      : Error(message), code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Throws CudaError unless `holds`.
inline void require(bool holds, cudaError_t code = cudaErrorInvalidValue) {
  if (!holds) throw CudaError(code);
}

}  // namespace heddle::cudart
