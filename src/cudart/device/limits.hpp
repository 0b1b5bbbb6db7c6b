// The limits of cudaDeviceSetLimit, as the program set them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

class Limits {
 public:
  /// `resize_heap` makes the device's heap that large; false: it is in use.
  explicit Limits(std::function<bool(std::size_t)> resize_heap);

  /// Throws CudaError(cudaErrorUnsupportedLimit), CudaError(cudaErrorInvalidValue).
  void set(cudaLimit limit, std::size_t value);
  std::size_t get(cudaLimit limit) const;

 private:
  std::map<cudaLimit, std::size_t> values_;
  std::function<bool(std::size_t)> resize_heap_;
};

inline constexpr std::size_t kDefaultHeapBytes = 8u << 20;

}  // namespace heddle::cudart
