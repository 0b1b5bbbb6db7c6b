// The limits of cudaDeviceSetLimit, as the program set them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>

#include "cudart/cuda_types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::cudart {

class Limits {
 public:
  /// `resize_heap` makes the device's heap that large; false: it is in use.
  explicit Limits(std::function<bool(std::size_t)> resize_heap);

  /// A stack is never made smaller than kLeastStackBytes. Throws
  /// CudaError(cudaErrorUnsupportedLimit), CudaError(cudaErrorInvalidValue).
  void set(cudaLimit limit, std::size_t value);
  std::size_t get(cudaLimit limit) const;

 private:
  std::map<cudaLimit, std::size_t> values_;
  std::function<bool(std::size_t)> resize_heap_;
};

inline constexpr std::size_t kDefaultHeapBytes = 8u << 20;
/// Frames hold all registers of a function here, which takes more than the frames of CUDA's
/// compiler, for which programs choose their limits.
inline constexpr std::size_t kLeastStackBytes = exec::kDefaultStackBytes;
inline constexpr std::size_t kMostStackBytes = 1u << 30;

}  // namespace heddle::cudart
