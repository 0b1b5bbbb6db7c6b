// Bessel functions of the first kind. Single precision goes by way of double.

#include "bessel_far.hpp"
#include "bessel_near.hpp"

using namespace heddle::libdevice;

namespace {

inline double first_kind_0(double x) {
  const double a = absolute(x);
  if (a == infinity<double>()) return 0.0;
  return a <= 8.0 ? j0_near(a) : bessel_far_0(a, 1);
}
inline double first_kind_1(double x) {
  const double a = absolute(x);
  if (a == infinity<double>()) return with_sign_of(0.0, x);
  const double value = a <= 8.0 ? j1_near(a) : bessel_far_1(a, 1);
  return (bits(x) >> 63) != 0 ? -value : value;
}

// J(k + 1) = 2 k / x J(k) - J(k - 1), which is stable up to k = x.
inline double first_kind_upward(int order, double x) {
  double before = first_kind_0(x);
  double value = first_kind_1(x);
  for (int k = 1; k < order; ++k) {
    const double next = fma(2.0 * k / x, value, -before);
    before = value;
    value = next;
  }
  return value;
}

// The recurrence downward from far above the order, where any start leads to a multiple of J; J(0)
// + 2 J(2) + 2 J(4) + ... = 1 says which.
inline double first_kind_downward(int order, double x) {
  const double twice_inverse = 2.0 / x;
  const int reach = static_cast<int>(square_root(160.0 * order));
  double above = 0.0;
  double value = 0x1p-500;
  double wanted = 0.0;
  double total = 0.0;
  for (int k = (order + reach) | 1; k > 0; --k) {
    const double below = fma(k * twice_inverse, value, -above);
    above = value;
    value = below;
    if (absolute(value) > 0x1p500) {
      value *= 0x1p-500;
      above *= 0x1p-500;
      wanted *= 0x1p-500;
      total *= 0x1p-500;
    }
    if (k - 1 == order) wanted = value;
    if (((k - 1) & 1) == 0) total += k == 1 ? value : 2.0 * value;
  }
  return wanted / total;
}

inline double first_kind(int order, double x) {
  if (order < 0 || is_nan(x)) return quiet_nan<double>();
  if (order == 0) return first_kind_0(x);
  if (order == 1) return first_kind_1(x);
  const double a = absolute(x);
  if (a == 0.0 || a == infinity<double>()) return 0.0;
  const double value = a > order ? first_kind_upward(order, a) : first_kind_downward(order, a);
  return x < 0.0 && (order & 1) != 0 ? -value : value;
}

}  // namespace

HEDDLE_MATH float __nv_j0f(float a) { return static_cast<float>(first_kind_0(a)); }
HEDDLE_MATH double __nv_j0(double a) { return first_kind_0(a); }
HEDDLE_MATH float __nv_j1f(float a) { return static_cast<float>(first_kind_1(a)); }
HEDDLE_MATH double __nv_j1(double a) { return first_kind_1(a); }
HEDDLE_MATH float __nv_jnf(int n, float a) { return static_cast<float>(first_kind(n, a)); }
HEDDLE_MATH double __nv_jn(int n, double a) { return first_kind(n, a); }
