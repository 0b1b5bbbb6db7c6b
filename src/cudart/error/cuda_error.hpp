// The exception with which the inner functions of the runtime refuse a call. The exception has the
// error code that the program gets. It also has a message for standard error if the code alone does
// not explain the error.
#pragma once

#include <cstdint>
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

/// The device has no room for an allocation. Programs ask for memory until none is left, so this
/// exception has no message for standard error; the results of the run explain it.
class OutOfMemory : public CudaError {
 public:
  OutOfMemory(std::uint64_t asked, std::uint64_t free)
      : CudaError(cudaErrorMemoryAllocation), asked_(asked), free_(free) {}
  std::uint64_t asked() const { return asked_; }  ///< bytes
  std::uint64_t free() const { return free_; }    ///< bytes, maybe in several pieces

 private:
  std::uint64_t asked_, free_;
};

/// Throws CudaError if `holds` is false.
inline void require(bool holds, cudaError_t code = cudaErrorInvalidValue) {
  if (!holds) throw CudaError(code);
}

}  // namespace heddle::cudart
