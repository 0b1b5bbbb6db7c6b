// What every workload shares: error checks, sizes from the command line, reproducible input, and
// the verdict that a run ends with.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                         \
  do {                                                                                      \
    const cudaError_t error_ = (call);                                                      \
    if (error_ != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(2);                                                                         \
    }                                                                                       \
  } while (0)

namespace workload {

/// The whole number that argument `index` gives, or `otherwise`; ends the program if it is none.
inline int size_argument(int argc, char** argv, int index, int otherwise) {
  if (index >= argc) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(argv[index], &end, 10);
  if (*end != 0 || value < 1 || value > (1 << 28)) {
    std::fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[index]);
    std::exit(2);
  }
  return static_cast<int>(value);
}

/// Numbers in [0, 1) from a linear congruential generator: the same on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  float next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(state_ >> 8) / 16777216.0f;
  }

 private:
  unsigned state_;
};

inline std::vector<float> random_floats(std::size_t count, unsigned seed) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = random.next();
  return values;
}

/// An array on the device.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    CHECK(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    CHECK(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

/// Prints the verdict; returns the program's exit code.
inline int verdict(const char* name, std::size_t wrong) {
  std::printf("%s: %s\n", name, wrong == 0 ? "passed" : "FAILED");
  if (wrong != 0) std::printf("%zu wrong values\n", wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace workload
