// Rounds floats and doubles to formats of fewer bits, in every rounding, by integer arithmetic.
#pragma once

#include "heddle/exec/ops/floating.hpp"
#include "heddle/isa/modifiers.hpp"

namespace heddle::exec {

using isa::Rounding;

/// What is added to the kept bits of a magnitude, for the bits that go: 1 or 0. `half` is the
/// highest of those.
template <Rounding rounding, typename Bits>
Bits increment(Bits kept, Bits gone, Bits half, bool negative) {
  switch (rounding) {
    case Rounding::rz:
      return 0;
    case Rounding::rm:
      return negative && gone != 0 ? 1 : 0;
    case Rounding::rp:
      return !negative && gone != 0 ? 1 : 0;
    case Rounding::rna:
      return gone >= half ? 1 : 0;
    default:
      return gone > half || (gone == half && (kept & 1) != 0) ? 1 : 0;
  }
}

/// The layout of float and double.
template <typename Float>
struct Layout;
template <>
struct Layout<float> {
  using Bits = U32;
  static constexpr unsigned kFractionBits = 23, kExponentBits = 8;
};
template <>
struct Layout<double> {
  using Bits = U64;
  static constexpr unsigned kFractionBits = 52, kExponentBits = 11;
};

/// What becomes of results beyond the range: infinite or largest finite as the rounding says, or
/// always largest finite.
enum class Overflow : std::uint8_t { by_rounding, to_finite };

/// Magnitude bits for a magnitude that rounds to infinity or beyond.
template <typename Format, Rounding rounding>
U32 overflowed(bool negative) {
  switch (rounding) {
    case Rounding::rz:
      return Format::kInfinity - 1;
    case Rounding::rm:
      return negative ? Format::kInfinity : Format::kInfinity - 1;
    case Rounding::rp:
      return negative ? Format::kInfinity - 1 : Format::kInfinity;
    default:
      return Format::kInfinity;
  }
}

/// The 16 bits of the nearest value of the format, Short or alike.
template <typename Format, Rounding rounding, Overflow overflow = Overflow::by_rounding,
          typename Float>
U32 narrow(Float value) {
  using From = Layout<Float>;
  using Bits = typename From::Bits;
  constexpr unsigned kSignBit = From::kFractionBits + From::kExponentBits;
  constexpr Bits kHidden = Bits{1} << From::kFractionBits;
  constexpr Bits kMagnitude = (Bits{1} << kSignBit) - 1;
  constexpr Bits kFromInfinity = kMagnitude - (kHidden - 1);
  constexpr int kFromBias = (1 << (From::kExponentBits - 1)) - 1;
  constexpr int kToBias = (1 << (Format::kExponentBits - 1)) - 1;
  constexpr int kDropped = From::kFractionBits - Format::kFractionBits;

  const Bits bits = std::bit_cast<Bits>(value);
  const bool negative = bits >> kSignBit != 0;
  const Bits magnitude = bits & kMagnitude;
  const bool subnormal = magnitude < kHidden;
  const int exponent =
      (subnormal ? 1 : static_cast<int>(magnitude >> From::kFractionBits)) - kFromBias + kToBias;
  const Bits significand = subnormal ? magnitude : (magnitude & (kHidden - 1)) | kHidden;
  // Results below the smallest normal drop more bits; past kFractionBits + 2 nothing changes.
  const int below = exponent < 1 ? 1 - exponent : 0;
  const int shift = kDropped + (below < static_cast<int>(Format::kFractionBits) + 2
                                    ? below
                                    : static_cast<int>(Format::kFractionBits) + 2);
  const Bits kept = significand >> shift;
  const Bits gone = significand & ((Bits{1} << shift) - 1);
  const Bits rounded = kept + increment<rounding>(kept, gone, Bits{1} << (shift - 1), negative);
  // The hidden bit counts as one exponent step, and a carry out of the fraction as another.
  const int steps = exponent < 1 ? 0 : exponent - 1;
  const bool beyond = steps > (1 << Format::kExponentBits);
  const U32 finite =
      static_cast<U32>(rounded) +
      (static_cast<U32>(beyond ? 1 << Format::kExponentBits : steps) << Format::kFractionBits);
  const bool infinite = magnitude == kFromInfinity;
  const U32 large = overflow == Overflow::to_finite ? Format::kInfinity - 1
                    : infinite                      ? Format::kInfinity
                                                    : overflowed<Format, rounding>(negative);
  const U32 number = infinite || finite >= Format::kInfinity ? large : finite;
  const U32 sign = negative ? 0x8000u : 0;
  return magnitude > kFromInfinity ? Format::kNan : sign | number;
}

}  // namespace heddle::exec
