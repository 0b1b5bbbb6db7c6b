// What the programs that check CUDA's libraries share: numbers of all types as
// std::complex<double>, in which the references compute, arrays on host and device, and the count
// of failures.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <cuComplex.h>
#include <cuda_runtime.h>

namespace check {

using Big = std::complex<double>;
const Big kNone(std::numeric_limits<double>::quiet_NaN(), 0);

inline Big big(float x) { return x; }
inline Big big(double x) { return x; }
inline Big big(int x) { return x; }
inline Big big(cuComplex x) { return {x.x, x.y}; }
inline Big big(cuDoubleComplex x) { return {x.x, x.y}; }

template <typename T>
T small(Big x) {
  return static_cast<T>(x.real());
}
template <>
inline cuComplex small<cuComplex>(Big x) {
  return make_cuComplex(static_cast<float>(x.real()), static_cast<float>(x.imag()));
}
template <>
inline cuDoubleComplex small<cuDoubleComplex>(Big x) {
  return make_cuDoubleComplex(x.real(), x.imag());
}

template <typename T>
constexpr bool kIsComplex = false;
template <>
constexpr bool kIsComplex<cuComplex> = true;
template <>
constexpr bool kIsComplex<cuDoubleComplex> = true;
template <typename T>
constexpr double kTolerance = 1e-5;
template <>
constexpr double kTolerance<double> = 1e-12;
template <>
constexpr double kTolerance<cuDoubleComplex> = 1e-12;

inline int failures = 0;
inline void expect(bool holds, const std::string& what) {
  if (holds) return;
  if (++failures <= 40) std::printf("failed: %s\n", what.c_str());
}
inline int finish(const char* name) {
  expect(cudaDeviceSynchronize() == cudaSuccess, "the device has no error");
  std::printf("%s: %s\n", name, failures == 0 ? "passed" : "FAILED");
  return failures == 0 ? 0 : 1;
}

/// Numbers between -2 and 2, with parts that are multiples of 1/8.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 1) {}
  double part() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>(state_ >> 27) / 8.0 - 2.0;
  }
  template <typename T>
  T number() {
    const double real = part();
    return small<T>(Big(real, kIsComplex<T> ? part() : 0));
  }

 private:
  unsigned state_;
};

/// An array on the host and on the device.
template <typename T>
struct Array {
  std::vector<T> host;
  T* device = nullptr;

  explicit Array(std::vector<T> values) : host(std::move(values)) {
    cudaMalloc(&device, host.size() * sizeof(T) + 16);
    upload();
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(device); }
  void upload() {
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  std::vector<T>& download() {
    cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
};

/// Random numbers in the places that `used` names, elsewhere numbers that are not numbers.
template <typename T, typename Used>
std::vector<T> random_where(std::size_t size, unsigned seed, Used used) {
  Random random(seed);
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = used(i) ? random.number<T>() : small<T>(kNone);
  return values;
}
template <typename T>
std::vector<T> random_values(std::size_t size, unsigned seed) {
  return random_where<T>(size, seed, [](std::size_t) { return true; });
}
/// A matrix by columns whose columns are `pitch` apart.
template <typename T>
std::vector<T> random_matrix(int rows, int columns, int pitch, unsigned seed) {
  return random_where<T>(static_cast<std::size_t>(pitch) * columns, seed,
                         [=](std::size_t i) { return static_cast<int>(i % pitch) < rows; });
}
template <typename T>
std::vector<Big> bigs(const std::vector<T>& values) {
  std::vector<Big> result;
  for (const T& value : values) result.push_back(big(value));
  return result;
}

/// Whether a value is near the wanted one; a number that is not a number is near its like.
inline bool is_near(Big value, Big wanted, double tolerance) {
  if (std::isnan(wanted.real())) return std::isnan(value.real());
  return std::abs(value - wanted) <= tolerance * (1 + std::abs(wanted));
}
template <typename T>
void expect_near(const std::vector<T>& values, const std::vector<Big>& wanted,
                 const std::string& what, double tolerance = 20 * kTolerance<T>) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (is_near(big(values[i]), wanted[i], tolerance)) continue;
    char place[200];
    std::snprintf(place, sizeof place, ": [%zu] is %g%+gi, not %g%+gi", i, big(values[i]).real(),
                  big(values[i]).imag(), wanted[i].real(), wanted[i].imag());
    expect(false, what + place);
    return;
  }
}

}  // namespace check
