// What the generators of curand_kernel.h share.
#ifndef HEDDLE_RANDOM_COMMON_H
#define HEDDLE_RANDOM_COMMON_H

#include <cuda_runtime.h>

#define HEDDLE_RANDOM static __device__ inline

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

}  // namespace heddle_random

#endif
