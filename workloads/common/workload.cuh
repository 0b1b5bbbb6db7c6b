// What every workload shares: error checks, sizes from the command line, reproducible input, and
// the verdict that a run ends with.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error_ = (call);                                                     \
    if (error_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(2);                                                                        \
    }                                                                                      \
  } while (0)

namespace workload {

/// What the program was given, and how much of that it asked for.
struct Arguments {
  int given = 0, known = 0;
  char** words = nullptr;

  /// Ends the program if it was given more than it knows.
  void refuse_surplus() const {
    if (given <= known) return;
    std::fprintf(stderr, "%s: '%s' is one argument too many: there are at most %d\n", words[0],
                 words[known + 1], known);
    std::exit(2);
  }
};
inline Arguments arguments;

/// The whole number that argument `index` gives, or `otherwise`; ends the program if it is none.
/// All are asked for before the first DeviceArray is made.
inline int size_argument(int argc, char** argv, int index, int otherwise) {
  arguments = {argc - 1, index > arguments.known ? index : arguments.known, argv};
  if (index >= argc) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(argv[index], &end, 10);
  if (*end != 0 || value < 1 || value > (1 << 28)) {
    std::fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[index]);
    std::exit(2);
  }
  return static_cast<int>(value);
}

/// Ends the program with one line on standard error: what is wrong with its arguments.
inline void require(bool holds, const char* program, const char* rule) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", program, rule);
  std::exit(2);
}

/// Numbers from a linear congruential generator: the same on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  /// In [0, 1).
  float next() { return static_cast<float>(bits()) / 16777216.0f; }
  /// 24 bits.
  unsigned bits() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }
  /// In [0, limit), for limits of up to 2^24.
  int below(int limit) { return static_cast<int>(static_cast<double>(next()) * limit); }

 private:
  unsigned state_;
};

inline std::vector<float> random_floats(std::size_t count, unsigned seed) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = random.next();
  return values;
}

inline std::vector<int> random_ints(std::size_t count, int limit, unsigned seed) {
  Random random(seed);
  std::vector<int> values(count);
  for (int& value : values) value = random.below(limit);
  return values;
}

/// Blocks of `threads` threads that cover `items`.
constexpr int blocks_for(std::size_t items, int threads) {
  return static_cast<int>((items + threads - 1) / threads);
}

/// An array on the device.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    arguments.refuse_surplus();
    CHECK(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    CHECK(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return count_; }
  void fill_bytes(int byte) { CHECK(cudaMemset(data_, byte, count_ * sizeof(T))); }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    CHECK(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

/// How many values differ from the expected ones.
template <typename T>
std::size_t count_different(const std::vector<T>& found, const std::vector<T>& expected) {
  std::size_t wrong = found.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    wrong += !(found[i] == expected[i]);
  }
  return wrong;
}

/// How many values are farther than absolute + relative * |expected| from the expected ones. A
/// value that is no number is wrong.
template <typename T>
std::size_t count_far(const std::vector<T>& found, const std::vector<double>& expected,
                      double relative, double absolute = 0) {
  std::size_t wrong = found.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    const double distance = std::fabs(static_cast<double>(found[i]) - expected[i]);
    wrong += !(distance <= absolute + relative * std::fabs(expected[i]));
  }
  return wrong;
}

/// Prints the verdict; returns the program's exit code.
inline int verdict(const char* name, std::size_t wrong) {
  arguments.refuse_surplus();
  std::printf("%s: %s\n", name, wrong == 0 ? "passed" : "FAILED");
  if (wrong != 0) std::printf("%zu wrong values\n", wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace workload
