// The approximate functions of single precision. PTX gives bounds for the errors of these
// functions, but does not define the bits of the results. The errors here are well inside the
// bounds. The code uses only operations that IEEE 754 defines to the bit, so every host computes
// the same result. The comments give the largest errors that were measured over one of every 61
// floats.
#pragma once

#include "heddle/exec/ops/floating.hpp"

namespace heddle::exec {

/// Returns 2^n, for n from -126 to 127.
inline float power_of_two(S32 n) { return as_float(static_cast<U32>(n + 127) << 23); }

/// Evaluates a polynomial by Horner's scheme. The first constant belongs to the highest power.
template <typename... Constants>
float polynomial(float x, float highest, Constants... rest) {
  float sum = highest;
  ((sum = __builtin_fmaf(sum, x, rest)), ...);
  return sum;
}

/// Returns 2^x. The error is 0.87 units in the last place.
inline float exp2_approx(float x) {
  // For x beyond -200 and 200 the result is zero or infinite. A NaN must not reach the integer
  // conversion.
  const float bounded = x > -200.0f ? (x < 200.0f ? x : 200.0f) : -200.0f;
  const float whole = __builtin_nearbyintf(bounded);
  const float part = bounded - whole;
  // Taylor: ln(2)^k / k!, up to k = 7 for |part| <= 1/2.
  const float power =
      polynomial(part, 1.525273380e-5f, 1.540353040e-4f, 1.333355815e-3f, 9.618129108e-3f,
                 5.550410866e-2f, 2.402265070e-1f, 6.931471806e-1f, 1.0f);
  // Two factors, because the exponent of a subnormal result is outside the range of power_of_two.
  const S32 n = static_cast<S32>(whole);
  const S32 half = n >> 1;
  const float result = power * power_of_two(half) * power_of_two(n - half);
  return is_nan(x) ? x : result;
}

/// Returns the logarithm to base 2. For x between 1/2 and 2 the error is 2^-23.3; for other x the
/// relative error is 2^-23.4.
inline float log2_approx(float x) {
  const bool tiny = x < 0x1p-126f;
  const U32 bits = bits_of(tiny ? x * 0x1p24f : x);
  // x = m * 2^n with m from sqrt(1/2) to sqrt(2).
  const S32 n = static_cast<S32>(bits - 0x3F3504F3u) >> 23;
  const float m = as_float(bits - (static_cast<U32>(n) << 23));
  // log2(m) = 2 / ln(2) * atanh(s), as a series.
  const float s = (m - 1.0f) / (m + 1.0f);
  const float series = polynomial(s * s, 3.20598898e-1f, 4.12198583e-1f, 5.77078016e-1f,
                                  9.61796694e-1f, 2.88539008f);
  const float result = __builtin_fmaf(s, series, static_cast<float>(tiny ? n - 24 : n));
  const float infinity = __builtin_inff();
  const float of_positive = x < infinity ? result : x;  // a NaN stays a NaN
  return x == 0 ? -infinity : x < 0 ? as_float(kNan) : of_positive;
}

/// An angle: `quarter` whole quarter turns, plus `rest` in radians, from -pi / 4 to pi / 4.
struct Angle {
  S32 quarter;
  float rest;
};
inline Angle reduce(float x) {
  constexpr float kInverse = 1.59154937e-1f, kInverseRest = 6.42063833e-9f;  // 1 / (2 pi)
  const float turns = x * kInverse;
  const float error = __builtin_fmaf(x, kInverseRest, __builtin_fmaf(x, kInverse, -turns));
  float part = (turns - __builtin_nearbyintf(turns)) + error;
  part -= __builtin_nearbyintf(part);  // for huge angles, `error` alone can exceed a turn
  const float bounded = part > -1.0f && part < 1.0f ? part : 0.0f;
  const float quarter = __builtin_nearbyintf(4.0f * bounded);
  return {static_cast<S32>(quarter), (part - 0.25f * quarter) * 6.28318531f};
}

/// Returns the sine of the angle plus `more` quarter turns.
inline float sine_of(Angle angle, S32 more) {
  const float x = angle.rest, square = x * x;
  const float sine = __builtin_fmaf(
      x * square,
      polynomial(square, 2.75573192e-6f, -1.98412698e-4f, 8.33333333e-3f, -1.66666667e-1f), x);
  const float cosine =
      polynomial(square, 2.48015873e-5f, -1.38888889e-3f, 4.16666667e-2f, -0.5f, 1.0f);
  const S32 quarter = angle.quarter + more;
  const float value = (quarter & 1) != 0 ? cosine : sine;
  return (quarter & 2) != 0 ? -value : value;
}
/// Sine and cosine. The error is 2^-22.7 for angles up to 100 radians, and 2^-22.3 for angles up to
/// 10^6 radians.
inline float sin_approx(float x) {
  const float sine = sine_of(reduce(x), 0);
  return sine == 0 ? as_float(bits_of(x) & 0x80000000u) : sine;  // a zero has the angle's sign
}
inline float cos_approx(float x) { return sine_of(reduce(x), 1); }

/// The relative error is 2^-16.8.
inline float tanh_approx(float x) {
  const float size = as_float(bits_of(x) & 0x7FFFFFFFu);
  const float square = size * size;
  const float series =
      polynomial(square, 2.18694885e-2f, -5.39682540e-2f, 1.33333333e-1f, -3.33333333e-1f);
  const float near = __builtin_fmaf(size * square, series, size);
  const float far = 1.0f - 2.0f / (exp2_approx(size * 2.88539008f) + 1.0f);
  return as_float(bits_of(size < 0.5f ? near : far) | (bits_of(x) & 0x80000000u));
}

/// The relative error is 2^-23.4.
inline float rsqrt_approx(float x) { return 1.0f / __builtin_sqrtf(x); }

}  // namespace heddle::exec
