// Conversions of several values into one word, and to tf32.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/narrow.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

/// Clamps a and b and packs them into a word. The lowest element is b, and the next element is a.
/// The low bits of c fill the remaining bits of the word, if any.
template <unsigned bits, bool is_signed>
U32 pack(S32 a, S32 b, U32 c) {
  constexpr S32 kLow = is_signed ? -(1 << (bits - 1)) : 0;
  constexpr S32 kHigh = (1 << (is_signed ? bits - 1 : bits)) - 1;
  constexpr U32 kMask = (1u << bits) - 1;
  const U32 x = static_cast<U32>(a < kLow ? kLow : a > kHigh ? kHigh : a) & kMask;
  const U32 y = static_cast<U32>(b < kLow ? kLow : b > kHigh ? kHigh : b) & kMask;
  const U32 rest = bits == 16 ? 0 : c << (bits % 16 * 2);
  return rest | x << bits | y;
}
template <bool is_signed>
U32 pack16(S32 a, S32 b) {
  return pack<16, is_signed>(a, b, 0);
}

/// Converts two single-precision values to 16-bit formats. The first result is the upper half of
/// the word, the second result the lower half.
template <typename Format, Rounding rounding, bool with_relu, Overflow overflow>
U32 to_shorts(float a, float b) {
  if (with_relu) {
    a = relu(a);
    b = relu(b);
  }
  return narrow<Format, rounding, overflow>(a) << 16 | narrow<Format, rounding, overflow>(b);
}

/// Rounds to the 10 fraction bits of tf32, in the layout of single precision. All NaNs become one
/// positive NaN. With .rna, all bits of this NaN but the sign are ones. With other roundings, only
/// the bits that tf32 has are ones, as on an NVIDIA H200. With .rna, an NVIDIA H200 keeps the
/// payload of a NaN instead.
template <Rounding rounding, bool with_relu, Overflow overflow>
U32 to_tf32(float a) {
  constexpr unsigned kDropped = 13;
  constexpr U32 kInfinity = 0x7F800000;
  if (with_relu) a = relu(a);
  const U32 bits = bits_of(a), magnitude = bits & 0x7FFFFFFFu;
  const U32 kept = magnitude >> kDropped, gone = magnitude & ((1u << kDropped) - 1);
  const U32 rounded =
      (kept + increment<rounding>(kept, gone, 1u << (kDropped - 1), bits != magnitude)) << kDropped;
  const bool too_large = overflow == Overflow::to_finite && rounded >= kInfinity;
  const U32 number = too_large ? kInfinity - (1u << kDropped) : rounded;
  constexpr U32 kTf32Nan = rounding == Rounding::rna ? kNan : kNan >> kDropped << kDropped;
  return magnitude > kInfinity ? kTf32Nan : number | (bits ^ magnitude);
}

/// Chooses among the forms of a function with and without .relu and .satfinite.
template <template <bool with_relu, Overflow overflow> typename Form>
OperationFunction bind_finite(const isa::Modifiers& m) {
  constexpr Overflow kFinite = Overflow::to_finite, kByRounding = Overflow::by_rounding;
  if (m.satfinite) return m.relu ? Form<true, kFinite>::function : Form<false, kFinite>::function;
  return m.relu ? Form<true, kByRounding>::function : Form<false, kByRounding>::function;
}
template <typename Format, Rounding rounding>
struct Shorts {
  template <bool with_relu, Overflow overflow>
  struct Form {
    static constexpr OperationFunction function =
        lanewise<to_shorts<Format, rounding, with_relu, overflow>, Loops::one>;
  };
};
template <Rounding rounding>
struct Tf32 {
  template <bool with_relu, Overflow overflow>
  struct Form {
    static constexpr OperationFunction function =
        lanewise<to_tf32<rounding, with_relu, overflow>, Loops::one>;
  };
};

/// Chooses between the two roundings that these conversions have.
template <template <Rounding> typename Forms>
OperationFunction bind_rounding(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  if (m.rounding == Rounding::rn) return bind_finite<Forms<Rounding::rn>::template Form>(m);
  if (m.rounding == Rounding::rz) return bind_finite<Forms<Rounding::rz>::template Form>(m);
  return nullptr;
}
template <Rounding rounding>
using F16Pair = Shorts<F16, rounding>;
template <Rounding rounding>
using BF16Pair = Shorts<BF16, rounding>;

OperationFunction bind_tf32_away(const isa::Instruction& instruction) {
  return bind_finite<Tf32<Rounding::rna>::Form>(instruction.modifiers);
}

constexpr Binding kBindings[] = {
    {Op::cvt_f16x2_f32, bind_rounding<F16Pair>}, {Op::cvt_bf16x2_f32, bind_rounding<BF16Pair>},
    {Op::cvt_tf32_f32, bind_rounding<Tf32>},     {Op::cvt_rna_tf32_f32, bind_tf32_away},
    {Op::cvt_pack_u16, lanewise<pack16<false>>}, {Op::cvt_pack_s16, lanewise<pack16<true>>},
    {Op::cvt_pack_u8, lanewise<pack<8, false>>}, {Op::cvt_pack_s8, lanewise<pack<8, true>>},
    {Op::cvt_pack_u4, lanewise<pack<4, false>>}, {Op::cvt_pack_s4, lanewise<pack<4, true>>},
    {Op::cvt_pack_u2, lanewise<pack<2, false>>}, {Op::cvt_pack_s2, lanewise<pack<2, true>>},
};

}  // namespace

std::span<const Binding> convert_packed_bindings() { return kBindings; }

}  // namespace heddle::exec
