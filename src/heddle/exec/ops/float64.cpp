// Double-precision arithmetic.
#include <cmath>

#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/extreme.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/rounding.hpp"

namespace heddle::exec {
namespace {

using isa::Instruction;
using isa::Op;

double add(double a, double b) { return a + b; }
double sub(double a, double b) { return a - b; }
double mul(double a, double b) { return a * b; }
double div(double a, double b) { return a / b; }
double rcp(double a) { return 1.0 / a; }
double sqrt(double a) { return std::sqrt(a); }
double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
double rsqrt(double a) { return 1.0 / std::sqrt(a); }

/// Which operand is checked first for a NaN: the second operand or the first operand. If several
/// operands are NaNs, the first NaN that is found is the result.
enum class NanOrder : std::uint8_t { second_first, first_first };

/// Replaces the results of lanes that have a NaN operand by that NaN.
template <NanOrder order, typename... Doubles, std::size_t... k>
[[gnu::noinline]] void repair(const Operands& operands, double* results,
                              std::index_sequence<k...>) {
  const WideSources<Doubles...> sources(operands);
  constexpr std::size_t kLast = sizeof...(k) - 1;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    results[i] = order == NanOrder::first_first
                     ? propagate(results[i], sources.template get<Doubles>(kLast - k, i)...)
                     : propagate(results[i], sources.template get<Doubles>(k, i)...);
  }
}

template <auto compute, NanOrder order, typename... Doubles, std::size_t... k>
void apply_double(double (*)(Doubles...), const Operands& operands,
                  std::index_sequence<k...> positions) {
  const WideSources<Doubles...> sources(operands);
  double results[kWarpSize];
  U64 nans = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    results[i] = compute(sources.template get<Doubles>(k, i)...);
    nans |= is_nan(results[i]) ? ~U64{0} : 0;
  }
  if (nans != 0) repair<order, Doubles...>(operands, results, positions);
  WideResult<double> result;
  for (unsigned i = 0; i < kWarpSize; ++i) result.put(i, results[i]);
  result.store(operands.destination[0], operands.mask);
}
template <auto compute, NanOrder order = NanOrder::second_first>
[[gnu::noipa]] void arithmetic(const Operands& operands) {
  apply_double<compute, order>(compute, operands, decltype(positions_of(compute)){});
}

template <auto compute, NanOrder order = NanOrder::second_first>
OperationFunction bind_double(const Instruction& instruction) {
  return rounded<arithmetic<compute, order>>(instruction.modifiers.rounding);
}

template <bool maximum>
double extreme64(double a, double b) {
  return extreme<maximum, false>(a, b);
}

double abs(double a) { return magnitude(a); }
double neg(double a) { return -a; }
/// Returns the magnitude of b with the sign of a.
Pair copysign(Pair a, Pair b) { return {b.low, (a.high & 0x80000000u) | (b.high & 0x7FFFFFFFu)}; }

/// The coarse approximations use only the high word of the operand. The approximations treat a
/// subnormal as zero, and a NaN with the high word of infinity as infinity. The result's low word
/// is zero. The only NaN result has a high word of 0x7FFFFFFF.
double coarse_operand(Pair a) {
  const bool zero = (a.high & 0x7FF00000u) == 0;
  return as_double(U64{zero ? a.high & 0x80000000u : a.high} << 32);
}
Pair coarse_result(double a) {
  const U32 high = static_cast<U32>(bits_of(a) >> 32);
  const U32 number = (high & 0x7FF00000u) == 0 ? high & 0x80000000u : high;
  return {0, is_nan(a) ? 0x7FFFFFFFu : number};
}
Pair rcp_approx(Pair a) { return coarse_result(1.0 / coarse_operand(a)); }
Pair rsqrt_approx_ftz(Pair a) { return coarse_result(1.0 / std::sqrt(coarse_operand(a))); }

constexpr U64 kInfinity = 0x7FF0'0000'0000'0000, kLeastNormal = 0x0010'0000'0000'0000;
U64 magnitude_bits(U64 a) { return a & 0x7FFF'FFFF'FFFF'FFFF; }
bool is_finite(U64 a) { return magnitude_bits(a) < kInfinity; }
bool is_infinite(U64 a) { return magnitude_bits(a) == kInfinity; }
bool is_number(U64 a) { return magnitude_bits(a) <= kInfinity; }
bool is_not_a_number(U64 a) { return magnitude_bits(a) > kInfinity; }
bool is_subnormal(U64 a) { return magnitude_bits(a) - 1 < kLeastNormal - 1; }
/// Zeros count as normal.
bool is_normal(U64 a) { return is_finite(a) & !is_subnormal(a); }

constexpr Binding kBindings[] = {
    {Op::add_f64, bind_double<add>},
    {Op::sub_f64, bind_double<sub>},
    {Op::mul_f64, bind_double<mul>},
    {Op::fma_f64, bind_double<fma>},
    {Op::div_f64, bind_double<div, NanOrder::first_first>},
    {Op::rcp_f64, bind_double<rcp>},
    {Op::sqrt_f64, bind_double<sqrt>},
    {Op::rcp_approx_f64, lanewise<rcp_approx, Loops::one>},
    {Op::rsqrt_approx_f64, arithmetic<rsqrt>},
    {Op::rsqrt_approx_ftz_f64, lanewise<rsqrt_approx_ftz, Loops::one>},
    {Op::min_f64, arithmetic<extreme64<false>>},
    {Op::max_f64, arithmetic<extreme64<true>>},
    {Op::abs_f64, arithmetic<abs>},
    {Op::neg_f64, arithmetic<neg>},
    {Op::copysign_f64, lanewise<copysign>},
    {Op::testp_finite_f64, lanewise<is_finite>},
    {Op::testp_infinite_f64, lanewise<is_infinite>},
    {Op::testp_number_f64, lanewise<is_number>},
    {Op::testp_notanumber_f64, lanewise<is_not_a_number>},
    {Op::testp_normal_f64, lanewise<is_normal>},
    {Op::testp_subnormal_f64, lanewise<is_subnormal>},
};

}  // namespace

std::span<const Binding> float64_bindings() { return kBindings; }

}  // namespace heddle::exec
