// Arithmetic on f16 and bf16, alone and in pairs. Sums and products are computed in single
// precision and then rounded to the format. If a format has p significant bits, single precision
// has at least 2p + 2 significant bits. So the result is correctly rounded.
#include "heddle/exec/ops/approximate.hpp"
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/narrow.hpp"

namespace heddle::exec {
namespace {

using isa::Instruction;
using isa::Modifiers;
using isa::Op;

// Operations on widened operands. The results are rounded to the format.
struct Add {
  template <typename Format>
  static float compute(Format a, Format b) {
    return widen(a) + widen(b);
  }
};
struct Sub {
  template <typename Format>
  static float compute(Format a, Format b) {
    return widen(a) - widen(b);
  }
};
struct Mul {
  template <typename Format>
  static float compute(Format a, Format b) {
    return widen(a) * widen(b);
  }
};
struct Exp2 {
  template <typename Format>
  static float compute(Format a) {
    return exp2_approx(widen(a));
  }
};
struct Tanh {
  template <typename Format>
  static float compute(Format a) {
    return tanh_approx(widen(a));
  }
};

/// Returns the sum rounded to odd: the last bit of an inexact sum is one, so that the next rounding
/// does not mistake the sum for a tie.
template <typename Float>
Float add_to_odd(Float a, Float b) {
  const Float sum = a + b;
  const Float of_b = sum - a;
  const Float error = (a - (sum - of_b)) + (b - of_b);
  const auto bits = bits_of(sum);
  using Bits = std::remove_const_t<decltype(bits)>;
  // If the last bit is 0, changes the sum by one unit in the last place towards the exact sum.
  const Bits away = (error > 0 ? Bits{1} : 0) - (error < 0 ? Bits{1} : 0);
  const Bits step = sum < 0 ? 0 - away : away;
  return std::bit_cast<Float>(bits + ((bits & 1) == 0 ? step : 0));
}
struct Fma {
  /// Products of f16 values fit into single precision. Products of bf16 values may exceed the range
  /// of single precision.
  static float compute(F16 a, F16 b, F16 c) { return add_to_odd(widen(a) * widen(b), widen(c)); }
  static double compute(BF16 a, BF16 b, BF16 c) {
    return add_to_odd(double{widen(a)} * double{widen(b)}, double{widen(c)});
  }
};

// Operations on the bits of the format, without widening.
template <typename Format>
U32 magnitude(Format a) {
  return a.bits & 0x7FFFu;
}
template <typename Format>
bool is_nan(Format a) {
  return magnitude(a) > Format::kInfinity;
}
/// Returns an integer that has the same order as the value. -0 is below +0.
template <typename Format>
S32 order(Format a) {
  const S32 size = static_cast<S32>(magnitude(a));
  return (a.bits & 0x8000u) != 0 ? -size - 1 : size;
}

template <bool maximum, bool nan, bool xorsign>
struct Extreme {
  template <typename Format>
  static U32 compute(Format a, Format b) {
    const U32 sign = xorsign ? (a.bits ^ b.bits) & 0x8000u : 0;
    const Format x(xorsign ? magnitude(a) : a.bits), y(xorsign ? magnitude(b) : b.bits);
    const bool first = maximum ? order(y) < order(x) : order(x) < order(y);
    const U32 of_numbers = first ? x.bits : y.bits;
    const U32 chosen = is_nan(x) ? y.bits : is_nan(y) ? x.bits : of_numbers;
    const bool is_nan_result = nan ? is_nan(x) | is_nan(y) : is_nan(x) & is_nan(y);
    return is_nan_result ? Format::kNan : chosen | sign;
  }
};
struct Abs {
  template <typename Format>
  static U32 compute(Format a) {
    return is_nan(a) ? Format::kNan : magnitude(a);
  }
};
struct Neg {
  template <typename Format>
  static U32 compute(Format a) {
    return is_nan(a) ? Format::kNan : a.bits ^ 0x8000u;
  }
};

/// Applies .ftz, .sat and .relu to a result.
template <typename Format>
U32 finish(const Modifiers& m, U32 bits) {
  constexpr U32 kOne = ((1u << (Format::kExponentBits - 1)) - 1) << Format::kFractionBits;
  const bool nan = is_nan(Format(bits)), negative = (bits & 0x8000u) != 0;
  if (m.ftz) bits = flush(Format(bits)).bits;
  if (m.saturate) return nan || negative ? 0 : std::min(bits, kOne);
  return m.relu && negative && !nan ? 0 : bits;
}

/// One half of each lane's word. Each step of an operation is a loop of its own, since the compiler
/// would not turn one loop with all steps into vector code.
using Halves = std::array<U32, kWarpSize>;

template <typename Format>
void flush_all(Halves& halves) {
  for (U32& half : halves) half = flush(Format(half)).bits;
}
/// .ftz flushes a result that would be subnormal even if it were rounded with all fraction bits
/// (measured on an NVIDIA H200). With all fraction bits, such a result is nearer to the number
/// below the smallest normal number than to the smallest normal number.
template <typename Format, typename Result>
void flush_unrounded(std::array<Result, kWarpSize>& results) {
  constexpr Result kSmallestNormal = Format::kExponentBits == 5 ? 0x1p-14f : 0x1p-126f;
  constexpr Result kLeast = kSmallestNormal - kSmallestNormal / (4u << Format::kFractionBits);
  for (Result& result : results) {
    result = exec::magnitude(result) < kLeast ? result * 0 : result;
  }
}
template <typename Format, typename Result>
void round_all(const std::array<Result, kWarpSize>& results, Halves& halves) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if constexpr (std::is_same_v<Result, U32>) {
      halves[lane] = results[lane];
    } else {
      halves[lane] = narrow<Format, Rounding::rn>(results[lane]);
    }
  }
}

/// Runs the operation on the halves of the sources that start at bit `shift`.
template <typename Operation, typename Format, std::size_t... k>
[[gnu::flatten, gnu::noinline]] Halves evaluate(const Operands& operands, unsigned shift,
                                                std::index_sequence<k...>) {
  const Modifiers& m = operands.instruction->modifiers;
  Halves sources[sizeof...(k)];
  for (std::size_t i = 0; i < sizeof...(k); ++i) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      sources[i][lane] = operands.source[i][lane] >> shift;
    }
    if (m.ftz) flush_all<Format>(sources[i]);
  }
  std::array<decltype(Operation::compute(Format(sources[k][0])...)), kWarpSize> results;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    results[lane] = Operation::compute(Format(sources[k][lane])...);
  }
  if constexpr (!std::is_same_v<typename decltype(results)::value_type, U32>) {
    if (m.ftz) flush_unrounded<Format>(results);
  }
  Halves halves;
  round_all<Format>(results, halves);
  if (m.ftz || m.saturate || m.relu) {
    for (U32& half : halves) half = finish<Format>(m, half);
  }
  return halves;
}

template <typename Operation, typename Format, bool packed, std::size_t sources>
void operate(const Operands& operands) {
  constexpr std::make_index_sequence<sources> kSources;
  const Halves low = evaluate<Operation, Format>(operands, 0, kSources);
  const Halves high = packed ? evaluate<Operation, Format>(operands, 16, kSources) : Halves{};
  for_lanes<Loops::one>(operands, [&](unsigned lane) { return low[lane] | high[lane] << 16; });
}

template <typename Operation, typename Format, bool packed, std::size_t sources>
OperationFunction bind_half(const Instruction& instruction) {
  const Rounding rounding = instruction.modifiers.rounding;
  const bool known = rounding == Rounding::none || rounding == Rounding::rn;
  return known ? operate<Operation, Format, packed, sources> : nullptr;
}
template <bool maximum, typename Format, bool packed>
OperationFunction bind_extreme(const Instruction& instruction) {
  const Modifiers& m = instruction.modifiers;
  if (m.nan) {
    return m.xorsign ? operate<Extreme<maximum, true, true>, Format, packed, 2>
                     : operate<Extreme<maximum, true, false>, Format, packed, 2>;
  }
  return m.xorsign ? operate<Extreme<maximum, false, true>, Format, packed, 2>
                   : operate<Extreme<maximum, false, false>, Format, packed, 2>;
}

constexpr Binding kBindings[] = {
    {Op::add_f16, bind_half<Add, F16, false, 2>},
    {Op::sub_f16, bind_half<Sub, F16, false, 2>},
    {Op::mul_f16, bind_half<Mul, F16, false, 2>},
    {Op::fma_f16, bind_half<Fma, F16, false, 3>},
    {Op::min_f16, bind_extreme<false, F16, false>},
    {Op::max_f16, bind_extreme<true, F16, false>},
    {Op::abs_f16, bind_half<Abs, F16, false, 1>},
    {Op::neg_f16, bind_half<Neg, F16, false, 1>},
    {Op::ex2_approx_f16, bind_half<Exp2, F16, false, 1>},
    {Op::tanh_approx_f16, bind_half<Tanh, F16, false, 1>},
    {Op::add_f16x2, bind_half<Add, F16, true, 2>},
    {Op::sub_f16x2, bind_half<Sub, F16, true, 2>},
    {Op::mul_f16x2, bind_half<Mul, F16, true, 2>},
    {Op::fma_f16x2, bind_half<Fma, F16, true, 3>},
    {Op::min_f16x2, bind_extreme<false, F16, true>},
    {Op::max_f16x2, bind_extreme<true, F16, true>},
    {Op::abs_f16x2, bind_half<Abs, F16, true, 1>},
    {Op::neg_f16x2, bind_half<Neg, F16, true, 1>},
    {Op::ex2_approx_f16x2, bind_half<Exp2, F16, true, 1>},
    {Op::tanh_approx_f16x2, bind_half<Tanh, F16, true, 1>},
    {Op::add_bf16, bind_half<Add, BF16, false, 2>},
    {Op::sub_bf16, bind_half<Sub, BF16, false, 2>},
    {Op::mul_bf16, bind_half<Mul, BF16, false, 2>},
    {Op::fma_bf16, bind_half<Fma, BF16, false, 3>},
    {Op::min_bf16, bind_extreme<false, BF16, false>},
    {Op::max_bf16, bind_extreme<true, BF16, false>},
    {Op::abs_bf16, bind_half<Abs, BF16, false, 1>},
    {Op::neg_bf16, bind_half<Neg, BF16, false, 1>},
    {Op::ex2_approx_bf16, bind_half<Exp2, BF16, false, 1>},
    {Op::tanh_approx_bf16, bind_half<Tanh, BF16, false, 1>},
    {Op::add_bf16x2, bind_half<Add, BF16, true, 2>},
    {Op::sub_bf16x2, bind_half<Sub, BF16, true, 2>},
    {Op::mul_bf16x2, bind_half<Mul, BF16, true, 2>},
    {Op::fma_bf16x2, bind_half<Fma, BF16, true, 3>},
    {Op::min_bf16x2, bind_extreme<false, BF16, true>},
    {Op::max_bf16x2, bind_extreme<true, BF16, true>},
    {Op::abs_bf16x2, bind_half<Abs, BF16, true, 1>},
    {Op::neg_bf16x2, bind_half<Neg, BF16, true, 1>},
    {Op::ex2_approx_bf16x2, bind_half<Exp2, BF16, true, 1>},
    {Op::tanh_approx_bf16x2, bind_half<Tanh, BF16, true, 1>},
};

}  // namespace

std::span<const Binding> half_bindings() { return kBindings; }

}  // namespace heddle::exec
