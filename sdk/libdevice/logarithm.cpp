// log, log2, log10, log1p.

#include "log_core.hpp"
#include "pair.hpp"

using namespace heddle::libdevice;

namespace {

// log(x) * scale, where the exponent counts `unit` (log(2) * scale).
template <typename T>
inline T scaled_log(T x, Pair<T> scale, Pair<T> unit) {
  const LogParts<T> parts = log_parts_of_any(x);
  const T r = parts.remainder;
  const T curved = r * r * log_polynomial(r);
  T low = fma(curved, scale.high, product(r, scale.low));
  if (unit.low != T(0)) low = fma(parts.exponent, unit.low, low);
  return log_result(x, fma(parts.exponent, unit.high, fma(r, scale.high, low)));
}

template <typename T>
inline T log_of(T x) {
  return log_result(x, natural_log(log_parts_of_any(x)));
}

template <typename T>
inline T log_of_one_plus(T x) {
  const T value = log_result(sum(x, T(1)), natural_log_of_one_plus(x));
  return absolute(x) < power_of_two<T>(-Format<T>::kFraction - 2) ? x : value;
}

}  // namespace

HEDDLE_MATH float __nv_logf(float a) { return log_of(a); }
HEDDLE_MATH double __nv_log(double a) { return log_of(a); }
HEDDLE_MATH float __nv_log2f(float a) {
  return scaled_log(a, {0x1.715476p+0F, 0x1.4ae0cp-26F}, {1.0F, 0.0F});
}
HEDDLE_MATH double __nv_log2(double a) {
  return scaled_log(a, {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}, {1.0, 0.0});
}
HEDDLE_MATH float __nv_log10f(float a) {
  return scaled_log(a, {0x1.bcb7b2p-2F, -0x1.5b235ep-27F}, {0x1.344136p-2F, -0x1.ec10cp-27F});
}
HEDDLE_MATH double __nv_log10(double a) {
  return scaled_log(a, {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57},
                    {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59});
}
HEDDLE_MATH float __nv_log1pf(float a) { return log_of_one_plus(a); }
HEDDLE_MATH double __nv_log1p(double a) { return log_of_one_plus(a); }
