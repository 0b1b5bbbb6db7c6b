#pragma once
// Error of a computed function against a reference, in units in the last place (ulp): the distance
// of neighbouring numbers of the function's format at the exact value.

#include <cstdint>
#include <limits>
#include <string_view>

namespace heddle::libdevice {

// Arguments from `low` to `high`; the error is required to be at most `bound` ulps, or, where
// `absolute_bound` is not 0, at most that distance.
struct Domain {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double bound = 0;
  double absolute_bound = 0;
};

// The format that references are computed in.
template <typename T>
struct Wider;
template <>
struct Wider<float> {
  using Type = double;
};
template <>
struct Wider<double> {
  using Type = long double;
};
template <typename T>
using Wide = typename Wider<T>::Type;

template <typename T>
struct Unary {
  std::string_view name;
  T (*computed)(T);
  Wide<T> (*exact)(Wide<T>);
  Domain domain;
};
template <typename T>
struct Binary {
  std::string_view name;
  T (*computed)(T, T);
  Wide<T> (*exact)(Wide<T>, Wide<T>);
  Domain domain;
};

struct Measured {
  double error = 0;           // ulps, or the distance where the domain has an absolute bound
  double error_if_exact = 0;  // the same, were the approximate instructions correctly rounded
  double at = 0;
  double at_second = 0;  // second argument
  uint64_t count = 0;
};

// Each argument is tried with each of the three errors of the approximate instructions.

// Every `stride`-th bit pattern.
Measured measure_all(const Unary<float>& function, uint32_t stride);
// `count` arguments, bit patterns and points uniform over the domain, from a fixed seed.
template <typename T>
Measured measure(const Unary<T>& function, uint32_t count);
template <typename T>
Measured measure(const Binary<T>& function, uint32_t count);

}  // namespace heddle::libdevice
