// Poisson numbers. Below 64 uniform numbers are multiplied (Knuth, "Seminumerical Algorithms",
// section 3.4.1), as cuRAND does. From 64 on the ratio of uniforms is transformed and some are
// rejected (Hoermann, "The Transformed Rejection Method for Generating Poisson Random Variables",
// Insurance: Mathematics and Economics 12(1), 1993, algorithm PTRS); cuRAND takes another method
// there, whose numbers are others.
#ifndef HEDDLE_RANDOM_POISSON_H
#define HEDDLE_RANDOM_POISSON_H

#include "distributions.h"

namespace heddle_random {

template <typename State>
HEDDLE_RANDOM unsigned int small_poisson(State* state, float mean) {
  unsigned int number = 0;
  for (float product = expf(mean) * curand_uniform(state); product > 1.0f; ++number)
    product *= curand_uniform(state);
  return number;
}

template <typename State>
HEDDLE_RANDOM unsigned int large_poisson(State* state, double mean) {
  const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2.0);
  const double log_mean = log(mean);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
    const double distance = 0.5 - fabs(u);
    const double number = floor((2.0 * a / distance + b) * u + mean + 0.43);
    if (distance >= 0.07 && v <= v_r) return static_cast<unsigned int>(number);
    if (number < 0.0 || (distance < 0.013 && v > distance)) continue;
    const double limit = -mean + number * log_mean - lgamma(number + 1.0);
    if (log(v * inverse_alpha / (a / (distance * distance) + b)) <= limit)
      return static_cast<unsigned int>(number);
  }
}

}  // namespace heddle_random

template <typename State>
HEDDLE_RANDOM unsigned int curand_poisson(State* state, double mean) {
  return mean < 64.0 ? heddle_random::small_poisson(state, static_cast<float>(mean))
                     : heddle_random::large_poisson(state, mean);
}
HEDDLE_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double mean) {
  uint4 numbers;
  numbers.x = curand_poisson(state, mean);
  numbers.y = curand_poisson(state, mean);
  numbers.z = curand_poisson(state, mean);
  numbers.w = curand_poisson(state, mean);
  return numbers;
}

#endif
