// The limits of cudaDeviceSetLimit, with the values that the program has set.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>

#include "cudart/cuda_types.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::cudart {

class Limits {
 public:
  /// `resize_heap` sets the bytes of the device's heap, and returns false if the heap is in use.
  /// `launches` are the limits of launches by kernels, which outlive this object.
  Limits(std::function<bool(std::size_t)> resize_heap, sim::DeviceRuntimeSettings& launches);

  /// A stack never gets smaller than kLeastStackBytes. Throws CudaError(cudaErrorUnsupportedLimit)
  /// for an unknown limit, CudaError(cudaErrorMemoryAllocation) for a depth of waiting kernels for
  /// which there is no room, and CudaError(cudaErrorInvalidValue) for another value that is not
  /// allowed.
  void set(cudaLimit limit, std::size_t value);
  /// Throws CudaError(cudaErrorUnsupportedLimit) for an unknown limit.
  std::size_t get(cudaLimit limit) const;
  /// Returns nothing for an unknown limit.
  std::optional<std::size_t> find(cudaLimit limit) const;

 private:
  std::map<cudaLimit, std::size_t> values_;
  std::function<bool(std::size_t)> resize_heap_;
  sim::DeviceRuntimeSettings& launches_;
};

inline constexpr std::size_t kDefaultHeapBytes = 8u << 20;
/// The least bytes of a stack. Programs choose limits for the stack frames of CUDA's compiler. A
/// stack frame of heddle is larger, because it holds all registers of a function.
inline constexpr std::size_t kLeastStackBytes = exec::kDefaultStackBytes;
inline constexpr std::size_t kMostStackBytes = 1u << 30;

}  // namespace heddle::cudart
