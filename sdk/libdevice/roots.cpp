// Square roots' reciprocals and cube roots. A cube root starts from y, roughly a^(-1/3); the error
// of y shows in 1 - a y^3, and correcting for it squares or cubes it.

#include "root_core.hpp"

using namespace heddle::libdevice;

namespace {

inline float inverse_cube_root_estimate(float a) {
  return exp2_approx(log2_approx(a) * (-1.0F / 3.0F));
}

struct CubeRoots {
  double root;
  double inverse;
};

// For 1 <= a < 8.
inline CubeRoots cube_roots(double a) {
  double y = inverse_cube_root_estimate(static_cast<float>(a));
  const double error = fma(-a * y, y * y, 1.0);
  y = fma(y * error, fma(error, 2.0 / 9.0, 1.0 / 3.0), y);
  const double root = a * (y * y);
  const double rest = fma(-root, y, 1.0);
  return {fma(root * (2.0 / 3.0), rest, root), fma(y * (1.0 / 3.0), rest, y)};
}

// a = 8^third * significand with 1 <= significand < 8, a > 0 and finite.
struct Thirds {
  double significand;
  int third;
};
inline Thirds thirds_of(double a) {
  const bool small = a < 0x1p-1022;
  a = small ? a * 0x1p54 : a;
  const int exponent = high_word(a) >> 20;
  const int third = ((exponent * 43691) >> 17) - 341;  // exponent / 3, and 1023 = 3 * 341
  const double significand = from_words(high_word(a) - third * (3 << 20), low_word(a));
  return {significand, third - (small ? 18 : 0)};
}

template <typename T>
inline bool has_cube_root(T magnitude) {
  return bits(magnitude) - 1 < Format<T>::kInfinity - 1;
}

inline float cube_root(float x) {
  const float a = absolute(x);
  const float y = inverse_cube_root_estimate(a);
  const float root = a * (y * y);
  const float corrected = fma(root * (2.0F / 3.0F), fma(-root, y, 1.0F), root);
  return has_cube_root(a) ? with_sign_of(corrected, x) : x;
}
inline float inverse_cube_root(float x) {
  const float a = absolute(x);
  const float y = inverse_cube_root_estimate(a);
  const float corrected = fma(y * (1.0F / 3.0F), fma(-a * (y * y), y, 1.0F), y);
  return has_cube_root(a) ? with_sign_of(corrected, x) : 1.0F / x;
}
inline double cube_root(double x) {
  const double a = absolute(x);
  if (!has_cube_root(a)) [[unlikely]]
    return x + x;
  const Thirds parts = thirds_of(a);
  return with_sign_of(cube_roots(parts.significand).root * power_of_two<double>(parts.third), x);
}
inline double inverse_cube_root(double x) {
  const double a = absolute(x);
  if (!has_cube_root(a)) [[unlikely]]
    return 1.0 / x;
  const Thirds parts = thirds_of(a);
  const double value = cube_roots(parts.significand).inverse;
  return with_sign_of(value * power_of_two<double>(-parts.third), x);
}

}  // namespace

HEDDLE_MATH float __nv_rsqrtf(float a) { return reciprocal_sqrt_approx(a); }
HEDDLE_MATH double __nv_rsqrt(double a) { return inverse_square_root(a); }
HEDDLE_MATH float __nv_cbrtf(float a) { return cube_root(a); }
HEDDLE_MATH double __nv_cbrt(double a) { return cube_root(a); }
HEDDLE_MATH float __nv_rcbrtf(float a) { return inverse_cube_root(a); }
HEDDLE_MATH double __nv_rcbrt(double a) { return inverse_cube_root(a); }
