// Single-precision arithmetic.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/extreme.hpp"
#include "heddle/exec/ops/single.hpp"

namespace heddle::exec {
namespace {

using isa::Instruction;
using isa::Op;

float add(float a, float b) { return a + b; }
float sub(float a, float b) { return a - b; }
float mul(float a, float b) { return a * b; }
float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

template <typename Float>
using PairOf = Pair;

/// Applies `compute` to both floats of a pair.
template <auto compute, bool ftz, typename... Pairs>
Pair twice(Pairs... operands) {
  return {bits_of(finish<ftz, false>(compute(flush_if<ftz>(as_float(operands.low))...))),
          bits_of(finish<ftz, false>(compute(flush_if<ftz>(as_float(operands.high))...)))};
}

/// Like `twice` with .ftz, for operations in which rounding can raise a subnormal result to the
/// smallest normal number.
template <auto compute, typename... Floats>
void lifted_twice(const Operands& operands) {
  const Singles low = flushed_results<compute, Floats...>(operands, 0);
  const Singles high = flushed_results<compute, Floats...>(operands, 1);
  for_lanes<Loops::one>(operands, [&](unsigned lane) {
    return Pair{bits_of(canonical(low[lane])), bits_of(canonical(high[lane]))};
  });
}

template <auto compute, typename... Floats>
OperationFunction bind_lifted_twice(const Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.ftz ? rounded<lifted_twice<compute, Floats...>>(m.rounding)
               : rounded<lanewise<twice<compute, false, PairOf<Floats>...>>>(m.rounding);
}
template <auto compute, typename... Pairs>
OperationFunction bind_twice(const Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.ftz ? rounded<lanewise<twice<compute, true, Pairs...>>>(m.rounding)
               : rounded<lanewise<twice<compute, false, Pairs...>>>(m.rounding);
}

/// Applies `compute` to operands of narrower types.
template <auto compute, bool sat, typename... Values>
float mixed(Values... operands) {
  return finish<false, sat>(compute(widen(operands)...));
}

template <auto compute, typename... Values>
OperationFunction bind_mixed(const Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.saturate ? rounded<lanewise<mixed<compute, true, Values...>>>(m.rounding)
                    : rounded<lanewise<mixed<compute, false, Values...>>>(m.rounding);
}

template <bool maximum, bool ftz, bool nan>
float extreme2(float a, float b) {
  return canonical(extreme<maximum, nan>(flush_if<ftz>(a), flush_if<ftz>(b)));
}
template <bool maximum, bool ftz, bool nan>
float extreme2_xorsign(float a, float b) {
  return canonical(extreme_xorsign<maximum, nan>(flush_if<ftz>(a), flush_if<ftz>(b)));
}
template <bool maximum, bool ftz, bool nan>
float extreme3(float a, float b, float c) {
  return extreme2<maximum, ftz, nan>(extreme2<maximum, ftz, nan>(a, b), c);
}
template <bool maximum, bool ftz, bool nan>
float extreme3_abs(float a, float b, float c) {
  return extreme3<maximum, ftz, nan>(magnitude(a), magnitude(b), magnitude(c));
}

template <bool maximum, bool ftz, bool nan>
OperationFunction bind_extreme_form(const Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  const bool three = static_cast<bool>(instruction.sources[2]);
  if (m.xorsign) {
    const bool known = m.magnitude && !three;
    return known ? lanewise<extreme2_xorsign<maximum, ftz, nan>, Loops::one> : nullptr;
  }
  if (three && m.magnitude) return lanewise<extreme3_abs<maximum, ftz, nan>, Loops::one>;
  if (three) return lanewise<extreme3<maximum, ftz, nan>, Loops::one>;
  return m.magnitude ? nullptr : lanewise<extreme2<maximum, ftz, nan>>;
}
template <bool maximum>
OperationFunction bind_extreme(const Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  if (m.ftz) {
    return m.nan ? bind_extreme_form<maximum, true, true>(instruction)
                 : bind_extreme_form<maximum, true, false>(instruction);
  }
  return m.nan ? bind_extreme_form<maximum, false, true>(instruction)
               : bind_extreme_form<maximum, false, false>(instruction);
}

template <bool ftz>
float abs(float a) {
  return canonical(magnitude(flush_if<ftz>(a)));
}
template <bool ftz>
float neg(float a) {
  return canonical(as_float(bits_of(flush_if<ftz>(a)) ^ 0x80000000u));
}
OperationFunction bind_abs(const Instruction& instruction) {
  return instruction.modifiers.ftz ? lanewise<abs<true>> : lanewise<abs<false>>;
}
OperationFunction bind_neg(const Instruction& instruction) {
  return instruction.modifiers.ftz ? lanewise<neg<true>> : lanewise<neg<false>>;
}

/// Returns the magnitude of b with the sign of a.
U32 copysign(U32 a, U32 b) { return (a & 0x80000000u) | (b & 0x7FFFFFFFu); }

constexpr U32 kInfinity = 0x7F800000, kLeastNormal = 0x00800000;
U32 magnitude_bits(U32 a) { return a & 0x7FFFFFFFu; }
bool is_finite(U32 a) { return magnitude_bits(a) < kInfinity; }
bool is_infinite(U32 a) { return magnitude_bits(a) == kInfinity; }
bool is_number(U32 a) { return magnitude_bits(a) <= kInfinity; }
bool is_not_a_number(U32 a) { return magnitude_bits(a) > kInfinity; }
bool is_subnormal(U32 a) { return magnitude_bits(a) - 1 < kLeastNormal - 1; }
/// Zeros count as normal.
bool is_normal(U32 a) { return is_finite(a) & !is_subnormal(a); }

constexpr Binding kBindings[] = {
    {Op::add_f32, bind_single<add, float, float>},
    {Op::sub_f32, bind_single<sub, float, float>},
    {Op::mul_f32, bind_lifted<mul, float, float>},
    {Op::fma_f32, bind_lifted<fma, float, float, float>},
    {Op::add_f32x2, bind_twice<add, Pair, Pair>},
    {Op::sub_f32x2, bind_twice<sub, Pair, Pair>},
    {Op::mul_f32x2, bind_lifted_twice<mul, float, float>},
    {Op::fma_f32x2, bind_lifted_twice<fma, float, float, float>},
    {Op::add_f32_f16, bind_mixed<add, F16, float>},
    {Op::sub_f32_f16, bind_mixed<sub, F16, float>},
    {Op::fma_f32_f16, bind_mixed<fma, F16, F16, float>},
    {Op::add_f32_bf16, bind_mixed<add, BF16, float>},
    {Op::sub_f32_bf16, bind_mixed<sub, BF16, float>},
    {Op::fma_f32_bf16, bind_mixed<fma, BF16, BF16, float>},
    {Op::min_f32, bind_extreme<false>},
    {Op::max_f32, bind_extreme<true>},
    {Op::abs_f32, bind_abs},
    {Op::neg_f32, bind_neg},
    {Op::copysign_f32, lanewise<copysign>},
    {Op::testp_finite_f32, lanewise<is_finite>},
    {Op::testp_infinite_f32, lanewise<is_infinite>},
    {Op::testp_number_f32, lanewise<is_number>},
    {Op::testp_notanumber_f32, lanewise<is_not_a_number>},
    {Op::testp_normal_f32, lanewise<is_normal>},
    {Op::testp_subnormal_f32, lanewise<is_subnormal>},
};

}  // namespace

std::span<const Binding> float32_bindings() { return kBindings; }

}  // namespace heddle::exec
