// asin, acos, atan, atan2. Polynomials: fit/inverse.sollya.

#include "float_format.hpp"
#include "pair.hpp"

using namespace heddle::libdevice;

namespace {

template <typename T>
constexpr Pair<T> kHalfPi{T(0), T(0)};
template <>
constexpr Pair<float> kHalfPi<float>{0x1.921fb6p+0F, -0x1.777a5cp-25F};
template <>
constexpr Pair<double> kHalfPi<double>{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// (asin(x) - x) / x^3 for |x| <= 1/2 and (atan(x) - x) / x^3 for |x| <= 1, of x^2.
inline float asin_polynomial(float square) {
  return polynomial(square, 0x1.5555c8p-3F, 0x1.3301fep-4F, 0x1.747cbep-5F, 0x1.8c30b4p-6F,
                    0x1.596a7ep-5F);
}
inline double asin_polynomial(double square) {
  return polynomial(square, 0x1.555555555538ep-3, 0x1.333333336ec3dp-4, 0x1.6db6db424bab2p-5,
                    0x1.f1c72c48e69cdp-6, 0x1.6e89f2b076866p-6, 0x1.1c6bfa1bc577p-6,
                    0x1.c6fbce60e35efp-7, 0x1.8ed02b053074cp-7, 0x1.ab5a5a0be6e54p-8,
                    0x1.4046a166cd6b9p-6, -0x1.0a569c41a84c3p-6, 0x1.059b65564f755p-5);
}
inline float atan_polynomial(float square) {
  return polynomial(square, -0x1.55553ep-2F, 0x1.9991ecp-3F, -0x1.24211ap-3F, 0x1.c0946cp-4F,
                    -0x1.5825f2p-4F, 0x1.da9c2ep-5F, -0x1.fe7d24p-6F, 0x1.6551e2p-7F,
                    -0x1.d5a1aap-10F);
}
inline double atan_polynomial(double square) {
  return polynomial(
      square, -0x1.555555555544cp-2, 0x1.999999998411p-3, -0x1.2492491fa2135p-3,
      0x1.c71c709e19f6ap-4, -0x1.745d023105377p-4, 0x1.3b12b2e8e2c98p-4, -0x1.11089d02dd656p-4,
      0x1.e1781735acbe7p-5, -0x1.ad32ba4dc71dcp-5, 0x1.7ee3f62c5ab6ap-5, -0x1.4f4521c6ff4b2p-5,
      0x1.1715dafa4441fp-5, -0x1.a726a9036128ap-6, 0x1.162c3d7ae8c8ep-6, -0x1.2cf76bbe91e4bp-7,
      0x1.f96cc6b23351ap-9, -0x1.312a3e9fa476cp-10, 0x1.d3bb105e4ce74p-13, -0x1.53e5c870155eap-16);
}

// asin(|x|) for |x| <= 1/2 is x + x^3 p(x^2); above, pi/2 - 2 asin(sqrt((1 - |x|) / 2)).
template <typename T>
struct ArcSine {
  bool large;
  T root;   // |x| or the square root
  T extra;  // asin(root) - root
};
template <typename T>
inline ArcSine<T> arc_sine_parts(T magnitude) {
  const bool large = magnitude > T(0.5);
  const T complement = fma(magnitude, T(-0.5), T(0.5));
  const T square = large ? complement : magnitude * magnitude;
  const T root = large ? square_root(complement) : magnitude;
  return {large, root, product(root * square, asin_polynomial(square))};
}

template <typename T>
inline T arc_sine(T x) {
  const ArcSine<T> parts = arc_sine_parts(absolute(x));
  const T below = fma(T(-2), parts.extra, kHalfPi<T>.low);
  const T from_top = sum(fma(T(-2), parts.root, kHalfPi<T>.high), below);
  return with_sign_of(parts.large ? from_top : sum(parts.root, parts.extra), x);
}

template <typename T>
inline T arc_cosine(T x) {
  const ArcSine<T> parts = arc_sine_parts(absolute(x));
  const bool negative = x < T(0);
  if (parts.large) {
    const T value = sum(parts.root, parts.extra) * T(2);
    const T below = fma(T(-2), parts.extra, T(2) * kHalfPi<T>.low);
    const T from_pi = sum(fma(T(-2), parts.root, T(2) * kHalfPi<T>.high), below);
    return negative ? from_pi : value;
  }
  const T root = negative ? -parts.root : parts.root;
  const T extra = negative ? -parts.extra : parts.extra;
  return sum(difference(kHalfPi<T>.high, root), difference(kHalfPi<T>.low, extra));
}

// atan for 0 <= x <= 1.
template <typename T>
inline T arc_tangent_to_one(T x) {
  const T square = x * x;
  return fma(fma(atan_polynomial(square), square, T(0)), x, x);
}

template <typename T>
inline T from_half_pi(T angle) {
  return sum(kHalfPi<T>.high, difference(kHalfPi<T>.low, angle));
}

template <typename T>
inline T arc_tangent(T x) {
  const T magnitude = absolute(x);
  const bool steep = magnitude > T(1);
  const T angle = arc_tangent_to_one(steep ? T(1) / magnitude : magnitude);
  return with_sign_of(steep ? from_half_pi(angle) : angle, x);
}

template <typename T>
inline T arc_tangent_of_point(T y, T x) {
  const T height = absolute(y);
  const T width = absolute(x);
  const bool steep = height > width;
  const T longer = steep ? height : width;
  const T shorter = steep ? width : height;
  T slope = shorter / longer;
  slope = shorter == longer ? T(1) : slope;  // of infinities too
  slope = longer == T(0) ? T(0) : slope;
  T angle = arc_tangent_to_one(slope);
  angle = steep ? from_half_pi(angle) : angle;
  const bool left = (bits(x) & Format<T>::kSign) != 0;
  const T from_pi = sum(T(2) * kHalfPi<T>.high, difference(T(2) * kHalfPi<T>.low, angle));
  angle = with_sign_of(left ? from_pi : angle, y);
  return is_nan(x) || is_nan(y) ? x + y : angle;
}

}  // namespace

HEDDLE_MATH float __nv_asinf(float a) { return arc_sine(a); }
HEDDLE_MATH double __nv_asin(double a) { return arc_sine(a); }
HEDDLE_MATH float __nv_acosf(float a) { return arc_cosine(a); }
HEDDLE_MATH double __nv_acos(double a) { return arc_cosine(a); }
HEDDLE_MATH float __nv_atanf(float a) { return arc_tangent(a); }
HEDDLE_MATH double __nv_atan(double a) { return arc_tangent(a); }
HEDDLE_MATH float __nv_atan2f(float y, float x) { return arc_tangent_of_point(y, x); }
HEDDLE_MATH double __nv_atan2(double y, double x) { return arc_tangent_of_point(y, x); }
