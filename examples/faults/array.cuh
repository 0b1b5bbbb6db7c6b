// What the kernels with faults share: the size of their grids, and arrays of the device.
#pragma once

#include <functional>
#include <vector>

#include <cuda_runtime.h>

constexpr int kBlock = 256, kBlocks = 160, kThreads = kBlock * kBlocks;

/// An array of the device with these first values.
template <typename T>
class Array {
 public:
  Array(int count, const std::function<T(int)>& value) : host_(count) {
    for (int i = 0; i < count; ++i) host_[i] = value(i);
    cudaMalloc(&device_, count * sizeof(T));
    cudaMemcpy(device_, host_.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  T* get() const { return device_; }
  /// Whether the device has these values now.
  bool has(const std::function<T(int)>& value) {
    cudaMemcpy(host_.data(), device_, host_.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < host_.size(); ++i)
      if (!(host_[i] == value(static_cast<int>(i)))) return false;
    return true;
  }

 private:
  std::vector<T> host_;
  T* device_ = nullptr;
};

/// Follows a list whose elements name the next one.
__device__ inline int follow_list(const int* next, int at, int turns) {
  for (int turn = 0; turn < turns; ++turn) at = next[at];
  return at;
}
