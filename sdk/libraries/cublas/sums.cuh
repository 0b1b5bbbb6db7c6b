// The reductions of level 1.
#pragma once

#include "cublas/reduce.cuh"

namespace heddle_blas {

/// The sum of |x|.
template <typename T>
struct SizeSum {
  using Value = Real<T>;
  using Result = Real<T>;
  Vector<const T> x;
  __device__ Value none() const { return 0; }
  __device__ Value element(long long i) const { return size_of(x[i]); }
  __device__ Value join(Value a, Value b) const { return a + b; }
  __device__ Result result(Value value) const { return value; }
};

/// The dot product of vectors of E, summed as T.
template <typename T, typename E = T, typename R = T>
struct Dot {
  using Value = T;
  using Result = R;
  Vector<const E> x, y;
  bool conjugates;
  __device__ Value none() const { return T(0); }
  __device__ Value element(long long i) const {
    return conjugate_if(conjugates, as<T>(x[i])) * as<T>(y[i]);
  }
  __device__ Value join(Value a, Value b) const { return a + b; }
  __device__ Result result(Value value) const { return as<R>(value); }
};

/// Where the sizes of numbers are so large or small that their squares overflow or lose bits, and
/// by what such numbers are scaled (Anderson, "Algorithm 978: Safe Scaling in the Level 1 BLAS",
/// ACM TOMS 44(1), 2017).
template <typename R>
struct NormLimits;
template <>
struct NormLimits<float> {
  static constexpr float kLarge = 0x1p52f, kSmall = 0x1p-63f;
  static constexpr float kShrink = 0x1p-76f, kGrow = 0x1p75f;
};
template <>
struct NormLimits<double> {
  static constexpr double kLarge = 0x1p486, kSmall = 0x1p-511;
  static constexpr double kShrink = 0x1p-538, kGrow = 0x1p537;
};

/// Sums of squares of large numbers, scaled, of middling ones and of small ones, scaled.
template <typename R>
struct Squares {
  R large, middle, small;
};

/// The Euclidean norm of a vector of E, computed in T.
template <typename T, typename E = T, typename Out = Real<T>>
struct Norm {
  using R = Real<T>;
  using Limits = NormLimits<R>;
  using Value = Squares<R>;
  using Result = Out;
  Vector<const E> x;

  __device__ Value none() const { return {0, 0, 0}; }
  __device__ static Value square(R part) {
    const R size = fabs(part);
    const R up = size * Limits::kGrow, down = size * Limits::kShrink;
    if (size > Limits::kLarge) return {down * down, 0, 0};
    if (size < Limits::kSmall) return {0, 0, up * up};
    return {0, size * size, 0};
  }
  __device__ Value element(long long i) const {
    const T value = as<T>(x[i]);
    if constexpr (kIsComplex<T>)
      return join(square(value.x), square(value.y));
    else
      return square(value);
  }
  __device__ Value join(Value a, Value b) const {
    return {a.large + b.large, a.middle + b.middle, a.small + b.small};
  }
  __device__ Result result(Value sum) const {
    if (sum.large > 0) {
      const R middle = sum.middle * Limits::kShrink * Limits::kShrink;
      return as<Out>(static_cast<R>(sqrt(sum.large + middle)) / Limits::kShrink);
    }
    if (sum.small > 0) {
      const R small = static_cast<R>(sqrt(sum.small)) / Limits::kGrow;
      const R middle = sqrt(sum.middle);
      if (!(middle > 0 || middle != middle)) return as<Out>(small);
      const R ratio = small / middle;
      return as<Out>(middle * static_cast<R>(sqrt(1 + ratio * ratio)));
    }
    return as<Out>(static_cast<R>(sqrt(sum.middle)));
  }
};

/// The place, from 1, of the first element of largest or smallest size.
template <typename R>
struct Place {
  R size;
  int index;  ///< 0: none
};
template <typename T, bool kLargest>
struct Extreme {
  using Value = Place<Real<T>>;
  using Result = int;
  Vector<const T> x;
  __device__ Value none() const { return {0, 0}; }
  __device__ Value element(long long i) const { return {size_of(x[i]), static_cast<int>(i) + 1}; }
  __device__ Value join(Value a, Value b) const {
    if (a.index == 0) return b;
    if (b.index == 0) return a;
    if (a.size == b.size) return a.index < b.index ? a : b;
    return (a.size > b.size) == kLargest ? a : b;
  }
  __device__ Result result(Value value) const { return value.index; }
};

}  // namespace heddle_blas
