// Real and complex numbers under one set of operations, for templates over cuBLAS's four types and
// for FFTs.
#pragma once

#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace heddle_math {

template <typename R>
struct alignas(2 * sizeof(R)) Complex {
  R x, y;
  Complex() = default;
  __host__ __device__ constexpr Complex(R real, R imaginary = 0) : x(real), y(imaginary) {}
};

template <typename R>
__host__ __device__ inline Complex<R> operator+(Complex<R> a, Complex<R> b) {
  return {a.x + b.x, a.y + b.y};
}
template <typename R>
__host__ __device__ inline Complex<R> operator-(Complex<R> a, Complex<R> b) {
  return {a.x - b.x, a.y - b.y};
}
template <typename R>
__host__ __device__ inline Complex<R> operator-(Complex<R> a) {
  return {-a.x, -a.y};
}
template <typename R>
__host__ __device__ inline Complex<R> operator*(Complex<R> a, Complex<R> b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
template <typename R>
__host__ __device__ inline Complex<R> scaled(R factor, Complex<R> a) {
  return {factor * a.x, factor * a.y};
}
/// Smith's method: the quotient overflows only if the result does.
template <typename R>
__host__ __device__ inline Complex<R> operator/(Complex<R> a, Complex<R> b) {
  if (fabs(b.x) >= fabs(b.y)) {
    const R ratio = b.y / b.x, denominator = b.x + b.y * ratio;
    return {(a.x + a.y * ratio) / denominator, (a.y - a.x * ratio) / denominator};
  }
  const R ratio = b.x / b.y, denominator = b.x * ratio + b.y;
  return {(a.x * ratio + a.y) / denominator, (a.y * ratio - a.x) / denominator};
}
template <typename R>
__host__ __device__ inline bool operator==(Complex<R> a, Complex<R> b) {
  return a.x == b.x && a.y == b.y;
}

/// The real type of a number's parts.
template <typename T>
struct RealOf {
  using Type = T;
};
template <typename R>
struct RealOf<Complex<R>> {
  using Type = R;
};
template <typename T>
using Real = typename RealOf<T>::Type;

template <typename T>
constexpr bool kIsComplex = false;
template <typename R>
constexpr bool kIsComplex<Complex<R>> = true;

template <typename T>
__host__ __device__ inline T conjugate(T a) {
  if constexpr (kIsComplex<T>)
    return {a.x, -a.y};
  else
    return a;
}
template <typename T>
__host__ __device__ inline T conjugate_if(bool wanted, T a) {
  return wanted ? conjugate(a) : a;
}
template <typename T>
__host__ __device__ inline Real<T> real_part(T a) {
  if constexpr (kIsComplex<T>)
    return a.x;
  else
    return a;
}
/// |x| of a real number, |Re x| + |Im x| of a complex number, as BLAS measures size.
template <typename T>
__host__ __device__ inline Real<T> size_of(T a) {
  if constexpr (kIsComplex<T>)
    return fabs(a.x) + fabs(a.y);
  else
    return fabs(a);
}
/// c + a * b, with fused multiply-add.
__device__ inline float multiply_add(float a, float b, float c) { return fmaf(a, b, c); }
__device__ inline double multiply_add(double a, double b, double c) { return fma(a, b, c); }
__device__ inline int multiply_add(int a, int b, int c) { return a * b + c; }
template <typename R>
__device__ inline Complex<R> multiply_add(Complex<R> a, Complex<R> b, Complex<R> c) {
  return {multiply_add(-a.y, b.y, multiply_add(a.x, b.x, c.x)),
          multiply_add(a.y, b.x, multiply_add(a.x, b.y, c.y))};
}

/// A number as another type; 16-bit floating point goes through float.
template <typename To, typename From>
__host__ __device__ inline To as(From value) {
  return static_cast<To>(value);
}
template <>
__host__ __device__ inline float as<float, __half>(__half value) {
  return __half2float(value);
}
template <>
__host__ __device__ inline __half as<__half, float>(float value) {
  return __float2half(value);
}
template <>
__host__ __device__ inline float as<float, __nv_bfloat16>(__nv_bfloat16 value) {
  return __bfloat162float(value);
}
template <>
__host__ __device__ inline __nv_bfloat16 as<__nv_bfloat16, float>(float value) {
  return __float2bfloat16(value);
}

// Pointers of the interface as pointers to the library's own numbers, which have the same layout.
template <typename T>
inline T* own(T* pointer) {
  return pointer;
}
inline Complex<float>* own(cuComplex* pointer) {
  return reinterpret_cast<Complex<float>*>(pointer);
}
inline const Complex<float>* own(const cuComplex* pointer) {
  return reinterpret_cast<const Complex<float>*>(pointer);
}
inline Complex<double>* own(cuDoubleComplex* pointer) {
  return reinterpret_cast<Complex<double>*>(pointer);
}
inline const Complex<double>* own(const cuDoubleComplex* pointer) {
  return reinterpret_cast<const Complex<double>*>(pointer);
}
template <typename T>
inline T* const* own(T* const* pointers) {
  return pointers;
}
inline Complex<float>* const* own(cuComplex* const* pointers) {
  return reinterpret_cast<Complex<float>* const*>(pointers);
}
inline const Complex<float>* const* own(const cuComplex* const* pointers) {
  return reinterpret_cast<const Complex<float>* const*>(pointers);
}
inline Complex<double>* const* own(cuDoubleComplex* const* pointers) {
  return reinterpret_cast<Complex<double>* const*>(pointers);
}
inline const Complex<double>* const* own(const cuDoubleComplex* const* pointers) {
  return reinterpret_cast<const Complex<double>* const*>(pointers);
}

}  // namespace heddle_math
