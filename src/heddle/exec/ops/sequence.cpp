// Instructions of the sequences of one operation: steps, and tests whether the short sequence
// applies.
//
// A short sequence is exact if no intermediate result is subnormal or infinite. With exponents as
// they are encoded, this holds under the conditions below. Those of reciprocals and square roots
// are the ranges that ptxas 11.8 tests for sm_70. For quotients the remainder a - b * q must be
// exact, so the dividend has at least p + 1 in its exponent, where p is the number of bits of a
// fraction, and the quotient is a normal number.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

/// A format: the upper word, the only one that the tests look at, has `fraction` bits of the
/// fraction below the exponent.
template <unsigned exponent_bits, unsigned fraction, int precision>
struct Format {
  static constexpr int kExponents = (1 << exponent_bits) - 1, kPrecision = precision;
  static constexpr int exponent(U32 high) {
    return static_cast<int>(high >> fraction) & kExponents;
  }
};
using Single = Format<8, 23, 24>;
using Double = Format<11, 20, 53>;

/// Reciprocals are normal numbers: the greatest exponents would give subnormal ones.
template <typename F>
bool reciprocal_is_normal(U32 high) {
  const int exponent = F::exponent(high);
  return (exponent >= 1) & (exponent <= F::kExponents - 3);
}

template <typename F>
bool leaves_quotient(U32 a, U32 b) {
  const int dividend = F::exponent(a), divisor = F::exponent(b);
  const int quotient = dividend - divisor + F::kExponents / 2;
  const bool fits = (dividend > F::kPrecision) & (dividend < F::kExponents) &
                    reciprocal_is_normal<F>(b) & (quotient > 1) & (quotient < F::kExponents - 1);
  return !fits;
}
/// A positive finite number of at least this exponent, with a square root that a short sequence
/// finds.
template <typename F>
bool is_below(U32 high, int least) {
  return (static_cast<S32>(high) < 0) | (F::exponent(high) < least) |
         (F::exponent(high) == F::kExponents);
}

U32 step(U32 a) { return a; }
Pair step_wide(Pair a) { return a; }
bool leaves_div(U32 a, U32 b) { return leaves_quotient<Single>(a, b); }
bool leaves_div_wide(Pair a, Pair b) { return leaves_quotient<Double>(a.high, b.high); }
bool leaves_rcp(U32 a) { return !reciprocal_is_normal<Single>(a); }
bool leaves_rcp_wide(Pair a) { return !reciprocal_is_normal<Double>(a.high); }
bool leaves_sqrt(U32 a) { return is_below<Single>(a, Single::kPrecision + 2); }
bool leaves_sqrt_wide(Pair a) { return is_below<Double>(a.high, Double::kPrecision); }
bool leaves_rsqrt_wide(Pair a) { return is_below<Double>(a.high, 1); }

constexpr Binding kBindings[] = {
    {Op::step_b32, lanewise<step>},
    {Op::step_b64, lanewise<step_wide>},
    {Op::leaves_div_f32, lanewise<leaves_div>},
    {Op::leaves_rcp_f32, lanewise<leaves_rcp>},
    {Op::leaves_sqrt_f32, lanewise<leaves_sqrt>},
    {Op::leaves_div_f64, lanewise<leaves_div_wide>},
    {Op::leaves_rcp_f64, lanewise<leaves_rcp_wide>},
    {Op::leaves_sqrt_f64, lanewise<leaves_sqrt_wide>},
    {Op::leaves_rsqrt_f64, lanewise<leaves_rsqrt_wide>},
};

}  // namespace

std::span<const Binding> sequence_bindings() { return kBindings; }

}  // namespace heddle::exec
