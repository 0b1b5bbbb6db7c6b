// Instructions of the sequences of one operation. The ranges are those in which the sequences'
// intermediate results are normal numbers, here from the values themselves.
#include <bit>
#include <cmath>
#include <limits>

#include "op_case.hpp"

namespace heddle::test {
namespace {

using isa::Op;

float value(F32 a) { return std::bit_cast<float>(a.bits); }
double value(F64 a) { return std::bit_cast<double>(a.bits); }

/// Neither zero nor subnormal, infinite or a NaN.
template <typename Float>
bool is_normal(Float a) {
  return std::fpclassify(a) == FP_NORMAL;
}

/// The reciprocal is normal with room for the smallest error. Reciprocals of numbers from 2^(k - 2)
/// on are at most 2^(2 - k), where 2^k is the least number too large.
template <typename Float>
bool has_normal_reciprocal(Float a) {
  return is_normal(a) &&
         std::abs(a) < std::ldexp(Float{1}, std::numeric_limits<Float>::max_exponent - 2);
}

template <typename Float>
bool leaves_quotient(Float a, Float b) {
  using Limits = std::numeric_limits<Float>;
  if (!is_normal(a) || !has_normal_reciprocal(b)) return true;
  // Also the last bit of the dividend is a normal number, so the remainder is exact.
  if (std::ilogb(a) - Limits::digits < Limits::min_exponent - 1) return true;
  const int quotient = std::ilogb(a) - std::ilogb(b);
  return quotient <= Limits::min_exponent - 1 || quotient >= Limits::max_exponent - 1;
}

template <typename Float>
bool leaves_root(Float a, int least) {
  return !(a >= std::ldexp(Float{1}, least)) || std::isinf(a);
}

}  // namespace

OpCases sequence_cases() {
  OpCases cases;
  add(cases, Op::step_b32, [](U32 a, U32, U32) { return a; });
  add(cases, Op::step_b64, [](U64 a, U64, U32) { return a; });
  add(cases, Op::leaves_div_f32,
      [](F32 a, F32 b, U32) { return leaves_quotient(value(a), value(b)); });
  add(cases, Op::leaves_div_f64,
      [](F64 a, F64 b, U32) { return leaves_quotient(value(a), value(b)); });
  add(cases, Op::leaves_rcp_f32, [](F32 a, U32) { return !has_normal_reciprocal(value(a)); });
  add(cases, Op::leaves_rcp_f64, [](F64 a, U32) { return !has_normal_reciprocal(value(a)); });
  // ptxas tests 0x0d000000 and 0x03500000 in the upper words.
  add(cases, Op::leaves_sqrt_f32,
      [](F32 a, U32) { return leaves_root(value(a), 0x0d0 / 8 - 127); });
  add(cases, Op::leaves_sqrt_f64, [](F64 a, U32) { return leaves_root(value(a), 0x035 - 1023); });
  add(cases, Op::leaves_rsqrt_f64, [](F64 a, U32) { return leaves_root(value(a), -1022); });
  return cases;
}

}  // namespace heddle::test
