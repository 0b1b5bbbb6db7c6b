// What the generators of curand_kernel.h share.
#ifndef HEDDLE_RANDOM_COMMON_H
#define HEDDLE_RANDOM_COMMON_H

#include <cuda_runtime.h>

#define HEDDLE_RANDOM static __host__ __device__ inline

// A table that host and device have each.
#if defined(__CUDA_ARCH__)
#define HEDDLE_RANDOM_TABLE static __device__ const
#else
#define HEDDLE_RANDOM_TABLE static const
#endif

// Members of a state: normal numbers come in pairs, and the second of a pair waits here. States
// have the sizes that they have in CUDA.
#define HEDDLE_RANDOM_SPARES \
  int has_float, has_double; \
  float spare_float;         \
  double spare_double;

namespace heddle_random {

constexpr float kPerWord = 2.3283064e-10f;                 ///< 2^-32
constexpr double kPerWordDouble = 2.3283064365386963e-10;  ///< 2^-32
constexpr double kPerFraction = 1.1102230246251565e-16;    ///< 2^-53

/// Above 0, up to 1.
HEDDLE_RANDOM float unit_of(unsigned int bits) { return bits * kPerWord + kPerWord / 2.0f; }
HEDDLE_RANDOM double unit_double_of(unsigned int bits) {
  return bits * kPerWordDouble + kPerWordDouble;
}
/// Of 53 bits.
HEDDLE_RANDOM double unit_double_of(unsigned int low, unsigned int high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return bits * kPerFraction + kPerFraction / 2.0;
}

/// The upper half of the product.
HEDDLE_RANDOM unsigned int high_product(unsigned int a, unsigned int b) {
#if defined(__CUDA_ARCH__)
  return __umulhi(a, b);
#else
  return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
#endif
}

}  // namespace heddle_random

#endif
