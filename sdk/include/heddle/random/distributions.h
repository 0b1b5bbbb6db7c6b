// Uniform, normal and log-normal numbers of the generators.
#ifndef HEDDLE_RANDOM_DISTRIBUTIONS_H
#define HEDDLE_RANDOM_DISTRIBUTIONS_H

#include "mrg32k3a.h"
#include "philox.h"
#include "xorwow.h"

// Uniform: above 0, up to 1.
HEDDLE_RANDOM float curand_uniform(curandStateXORWOW_t* state) {
  return heddle_random::unit_of(curand(state));
}
HEDDLE_RANDOM float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return heddle_random::unit_of(curand(state));
}
HEDDLE_RANDOM float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(heddle_random::next(state) * heddle_random::kMrgUnit);
}
HEDDLE_RANDOM double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int low = curand(state), high = curand(state);
  return heddle_random::unit_double_of(low, high);
}
HEDDLE_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return heddle_random::unit_double_of(curand(state));
}
HEDDLE_RANDOM double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return heddle_random::next(state) * heddle_random::kMrgUnit;
}
HEDDLE_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  using heddle_random::unit_of;
  const uint4 bits = curand4(state);
  return make_float4(unit_of(bits.x), unit_of(bits.y), unit_of(bits.z), unit_of(bits.w));
}
HEDDLE_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  using heddle_random::unit_double_of;
  const uint4 bits = curand4(state);
  return make_double2(unit_double_of(bits.x, bits.y), unit_double_of(bits.z, bits.w));
}
HEDDLE_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return make_double4(first.x, first.y, second.x, second.y);
}

namespace heddle_random {

// Box and Muller, "A Note on the Generation of Random Normal Deviates", Annals of Mathematical
// Statistics 29(2), 1958: `unit` above 0; the angle in radians, or in half turns.
HEDDLE_RANDOM float2 normal_pair(float unit, float angle) {
  const float length = sqrtf(-2.0f * logf(unit));
  float2 pair;
#if defined(__CUDA_ARCH__)
  __sincosf(angle, &pair.x, &pair.y);
#else
  pair = make_float2(sinf(angle), cosf(angle));
#endif
  return make_float2(pair.x * length, pair.y * length);
}
HEDDLE_RANDOM double2 normal_pair(double unit, double half_turns) {
  const double length = sqrt(-2.0 * log(unit));
  double2 pair;
  sincospi(half_turns, &pair.x, &pair.y);
  return make_double2(pair.x * length, pair.y * length);
}
HEDDLE_RANDOM float2 normal_pair_of(unsigned int x, unsigned int y) {
  constexpr float kTurn = kPerWord * 6.2831855f;
  return normal_pair(unit_of(x), y * kTurn + kTurn / 2);
}
HEDDLE_RANDOM double2 normal_pair_of(uint4 bits) {
  return normal_pair(unit_double_of(bits.x, bits.y), 2.0 * unit_double_of(bits.z, bits.w));
}

template <typename Pair, typename Number>
HEDDLE_RANDOM Number first_or_spare(int& has_spare, Number& spare, Pair&& pair) {
  has_spare = !has_spare;
  if (!has_spare) return spare;
  const auto both = pair();
  spare = both.y;
  return both.x;
}

}  // namespace heddle_random

// Normal: mean 0, deviation 1.
HEDDLE_RANDOM float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state), y = curand(state);
  return heddle_random::normal_pair_of(x, y);
}
HEDDLE_RANDOM float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned int x = curand(state), y = curand(state);
  return heddle_random::normal_pair_of(x, y);
}
HEDDLE_RANDOM float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float unit = curand_uniform(state), turn = curand_uniform(state);
  return heddle_random::normal_pair(unit, turn * 6.2831855f);
}
HEDDLE_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  const float2 first = heddle_random::normal_pair_of(bits.x, bits.y),
               second = heddle_random::normal_pair_of(bits.z, bits.w);
  return make_float4(first.x, first.y, second.x, second.y);
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStateXORWOW_t* state) {
  uint4 bits;
  bits.x = curand(state);
  bits.y = curand(state);
  bits.z = curand(state);
  bits.w = curand(state);
  return heddle_random::normal_pair_of(bits);
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  return heddle_random::normal_pair_of(curand4(state));
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double unit = curand_uniform_double(state), turn = curand_uniform_double(state);
  return heddle_random::normal_pair(unit, 2.0 * turn);
}
HEDDLE_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
  return make_double4(first.x, first.y, second.x, second.y);
}
template <typename State>
HEDDLE_RANDOM float curand_normal(State* state) {
  return heddle_random::first_or_spare(state->has_float, state->spare_float,
                                       [&] { return curand_normal2(state); });
}
template <typename State>
HEDDLE_RANDOM double curand_normal_double(State* state) {
  return heddle_random::first_or_spare(state->has_double, state->spare_double,
                                       [&] { return curand_normal2_double(state); });
}

// Log-normal: the logarithm has this mean and deviation.
template <typename State>
HEDDLE_RANDOM float curand_log_normal(State* state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <typename State>
HEDDLE_RANDOM double curand_log_normal_double(State* state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
template <typename State>
HEDDLE_RANDOM float2 curand_log_normal2(State* state, float mean, float deviation) {
  const float2 normal = curand_normal2(state);
  return make_float2(expf(mean + deviation * normal.x), expf(mean + deviation * normal.y));
}
template <typename State>
HEDDLE_RANDOM double2 curand_log_normal2_double(State* state, double mean, double deviation) {
  const double2 normal = curand_normal2_double(state);
  return make_double2(exp(mean + deviation * normal.x), exp(mean + deviation * normal.y));
}
HEDDLE_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                        float deviation) {
  const float4 normal = curand_normal4(state);
  return make_float4(expf(mean + deviation * normal.x), expf(mean + deviation * normal.y),
                     expf(mean + deviation * normal.z), expf(mean + deviation * normal.w));
}
HEDDLE_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean,
                                                double deviation) {
  const double4 normal = curand_normal4_double(state);
  return make_double4(exp(mean + deviation * normal.x), exp(mean + deviation * normal.y),
                      exp(mean + deviation * normal.z), exp(mean + deviation * normal.w));
}

#endif
