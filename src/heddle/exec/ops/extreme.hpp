// Minima and maxima of floating-point values in PTX's order: -0 is below +0. If one operand is a
// NaN, the result is the other operand; with the modifier .NaN, the result is the NaN.
#pragma once

#include "heddle/exec/ops/floating.hpp"

namespace heddle::exec {

template <bool maximum, bool nan, typename Float>
Float extreme(Float a, Float b) {
  const Float number = (maximum ? a > b : a < b) ? a : b;
  // Equal numbers have equal bits, except for zeros. For zeros the sign decides.
  const auto tie = maximum ? bits_of(a) & bits_of(b) : bits_of(a) | bits_of(b);
  const Float ordered = a == b ? std::bit_cast<Float>(tie) : number;
  if constexpr (nan) return is_nan(a) ? a : ordered;
  return is_nan(b) ? a : ordered;  // if a is a NaN, `number` is b
}

/// Returns the minimum or maximum of the magnitudes. The result's sign is the XOR of the operands'
/// signs.
template <bool maximum, bool nan>
float extreme_xorsign(float a, float b) {
  const U32 sign = (bits_of(a) ^ bits_of(b)) & 0x80000000u;
  return as_float(bits_of(extreme<maximum, nan>(magnitude(a), magnitude(b))) | sign);
}

}  // namespace heddle::exec
