#pragma once
// 1 / sqrt(x) to within an ulp: the rounded quotient, corrected by what 1 - x y^2 shows.

#include "float_format.hpp"

namespace heddle::libdevice {

template <typename T>
inline T inverse_square_root(T x) {
  const T y = T(1) / square_root(x);
  const T error = fma(-product(x, y), y, T(1));
  const T corrected = fma(y * T(0.5), error, y);
  return is_nan(error) ? y : corrected;  // x is 0 or infinite
}

}  // namespace heddle::libdevice
