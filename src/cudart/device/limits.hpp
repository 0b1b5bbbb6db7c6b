// The limits of cudaDeviceSetLimit, with the values that the program has set.
#pragma once

#include <cstddef>
#include <functional>
#include <map>

#include "cudart/cuda_types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::cudart {

class Limits {
 public:
  /// `resize_heap` sets the bytes of the device's heap, and returns false if the heap is in use.
  explicit Limits(std::function<bool(std::size_t)> resize_heap);

  /// A stack never gets smaller than kLeastStackBytes. Throws CudaError(cudaErrorUnsupportedLimit)
  /// for an unknown limit, and CudaError(cudaErrorInvalidValue) for a value that is not allowed.
  void set(cudaLimit limit, std::size_t value);
  std::size_t get(cudaLimit limit) const;

 private:
  std::map<cudaLimit, std::size_t> values_;
  std::function<bool(std::size_t)> resize_heap_;
};

inline constexpr std::size_t kDefaultHeapBytes = 8u << 20;
/// The least bytes of a stack. Programs choose limits for the stack frames of CUDA's compiler. A
/// stack frame of heddle is larger, because it holds all registers of a function.
inline constexpr std::size_t kLeastStackBytes = exec::kDefaultStackBytes;
inline constexpr std::size_t kMostStackBytes = 1u << 30;

}  // namespace heddle::cudart
