// Conversions between pairs of 8-bit floats, e4m3 and e5m2, and pairs of f32 or f16.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/narrow.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

/// The format e4m3: four exponent bits, three fraction bits, no infinity. The code after the
/// largest number is NaN.
struct E4M3 {
  static constexpr unsigned kExponentBits = 4, kFractionBits = 3, kSignBit = 7;
  static constexpr U32 kInfinity = 0x7F, kNan = 0x7F;
};
/// The format e5m2, which is the upper half of an f16.
struct E5M2 {
  static constexpr unsigned kExponentBits = 5, kFractionBits = 2, kSignBit = 7;
  static constexpr U32 kInfinity = 0x7C, kNan = 0x7F;
};

/// Returns the value in the low byte of a word.
template <typename Format>
float widen(U32 word) {
  constexpr unsigned kBias = (1u << (Format::kExponentBits - 1)) - 1;
  constexpr float kSmallest = 1.0f / (1u << (kBias - 1 + Format::kFractionBits));
  const U32 magnitude = word & 0x7Fu;
  const U32 normal = (magnitude << (23 - Format::kFractionBits)) + ((127 - kBias) << 23);
  const U32 subnormal = bits_of(static_cast<float>(static_cast<S32>(magnitude)) * kSmallest);
  const U32 number = magnitude < (1u << Format::kFractionBits) ? subnormal : normal;
  const U32 finite = magnitude == Format::kInfinity ? 0x7F800000u : number;
  // A format without infinity has one NaN, the last code. NOLINTNEXTLINE(misc-redundant-expression)
  const bool is_nan = magnitude > Format::kInfinity || magnitude == Format::kNan;
  return as_float((is_nan ? kNan : finite) | (word & 0x80u) << 24);
}

/// Rounds to nearest. Values beyond the largest number become the largest number.
template <typename Format, bool with_relu>
U32 narrow_byte(float a) {
  return narrow<Format, Rounding::rn, Overflow::to_finite>(with_relu ? relu(a) : a);
}
template <typename Format, bool with_relu>
U32 of_singles(float a, float b) {
  return narrow_byte<Format, with_relu>(a) << 8 | narrow_byte<Format, with_relu>(b);
}
template <typename Format, bool with_relu>
U32 of_halves(U32 a) {
  return of_singles<Format, with_relu>(exec::widen(F16(a >> 16)), exec::widen(F16(a)));
}

template <typename Format, bool with_relu>
U32 to_half(U32 word) {
  const float value = widen<Format>(word);
  return narrow<F16, Rounding::rn>(with_relu ? relu(value) : value);
}
template <typename Format, bool with_relu>
U32 to_halves(U32 a) {
  return to_half<Format, with_relu>(a >> 8) << 16 | to_half<Format, with_relu>(a);
}

template <typename Format>
OperationFunction bind_of_singles(const isa::Instruction& instruction) {
  return instruction.modifiers.relu ? lanewise<of_singles<Format, true>, Loops::one>
                                    : lanewise<of_singles<Format, false>, Loops::one>;
}
template <typename Format>
OperationFunction bind_of_halves(const isa::Instruction& instruction) {
  return instruction.modifiers.relu ? lanewise<of_halves<Format, true>, Loops::one>
                                    : lanewise<of_halves<Format, false>, Loops::one>;
}
template <typename Format>
OperationFunction bind_to_halves(const isa::Instruction& instruction) {
  return instruction.modifiers.relu ? lanewise<to_halves<Format, true>, Loops::one>
                                    : lanewise<to_halves<Format, false>, Loops::one>;
}

constexpr Binding kBindings[] = {
    {Op::cvt_e4m3x2_f32, bind_of_singles<E4M3>},  {Op::cvt_e5m2x2_f32, bind_of_singles<E5M2>},
    {Op::cvt_e4m3x2_f16x2, bind_of_halves<E4M3>}, {Op::cvt_e5m2x2_f16x2, bind_of_halves<E5M2>},
    {Op::cvt_f16x2_e4m3x2, bind_to_halves<E4M3>}, {Op::cvt_f16x2_e5m2x2, bind_to_halves<E5M2>},
};

}  // namespace

std::span<const Binding> convert_fp8_bindings() { return kBindings; }

}  // namespace heddle::exec
