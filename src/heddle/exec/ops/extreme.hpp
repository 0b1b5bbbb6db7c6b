// Minima and maxima of floating-point values as PTX orders them: -0 below +0; a NaN gives way to a
// number unless .NaN asks for it.
#pragma once

#include "heddle/exec/ops/floating.hpp"

namespace heddle::exec {

template <bool maximum, bool nan, typename Float>
Float extreme(Float a, Float b) {
  const Float number = (maximum ? a > b : a < b) ? a : b;
  // Equal numbers have the same bits, but for zeros: there the sign decides.
  const auto tie = maximum ? bits_of(a) & bits_of(b) : bits_of(a) | bits_of(b);
  const Float ordered = a == b ? std::bit_cast<Float>(tie) : number;
  if constexpr (nan) return is_nan(a) ? a : ordered;
  return is_nan(b) ? a : ordered;  // `number` is b where a is a NaN
}

/// The extreme of the magnitudes, with the exclusive or of the signs.
template <bool maximum, bool nan>
float extreme_xorsign(float a, float b) {
  const U32 sign = (bits_of(a) ^ bits_of(b)) & 0x80000000u;
  return as_float(bits_of(extreme<maximum, nan>(magnitude(a), magnitude(b))) | sign);
}

}  // namespace heddle::exec
