// Rounds floats and doubles to formats with fewer bits, by integer arithmetic, in every rounding
// mode.
#pragma once

#include <algorithm>

#include "heddle/exec/ops/floating.hpp"
#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

using isa::Rounding;

/// Returns 1 if rounding increments the kept bits of a magnitude, else 0. `gone` holds the dropped
/// bits; `half` is the highest bit among them.
template <Rounding rounding, typename Bits>
Bits increment(Bits kept, Bits gone, Bits half, bool negative) {
  switch (rounding) {
    case Rounding::rz:
      return 0;
    case Rounding::rm:
      return static_cast<Bits>(negative) & static_cast<Bits>(gone != 0);
    case Rounding::rp:
      return static_cast<Bits>(!negative) & static_cast<Bits>(gone != 0);
    case Rounding::rna:
      return static_cast<Bits>(gone >= half);
    default:
      return static_cast<Bits>(gone + (kept & 1) > half);
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

/// The result for values beyond the range of the format. by_rounding: infinity or the largest
/// finite number, as the rounding says. to_finite: always the largest finite number.
enum class Overflow : std::uint8_t { by_rounding, to_finite };

/// Returns the bits of the result for a magnitude that is infinite, or that rounds to infinity or
/// beyond.
template <typename Format, Rounding rounding, Overflow overflow>
U32 largest(bool negative, bool infinite) {
  constexpr bool kFinite = overflow == Overflow::to_finite;
  if constexpr (kFinite) return Format::kInfinity - 1;
  if constexpr (rounding == Rounding::rz) return Format::kInfinity - static_cast<U32>(!infinite);
  if constexpr (rounding == Rounding::rm)
    return Format::kInfinity - static_cast<U32>(!(infinite | negative));
  if constexpr (rounding == Rounding::rp)
    return Format::kInfinity - static_cast<U32>(!(infinite | !negative));
  return Format::kInfinity;
}

/// Returns the bits of the rounded value in the format. `Format` is a Short, or a type with the
/// constants of a Short.
template <typename Format, Rounding rounding, Overflow overflow = Overflow::by_rounding,
          typename Float>
U32 narrow(Float value) {
  using From = Layout<Float>;
  using Bits = typename From::Bits;
  constexpr unsigned kSignBit = From::kFractionBits + From::kExponentBits;
  constexpr Bits kHidden = Bits{1} << From::kFractionBits;
  constexpr Bits kMagnitude = (Bits{1} << kSignBit) - 1;
  constexpr Bits kFromInfinity = kMagnitude - (kHidden - 1);
  // All words have one size, and arithmetic takes the place of conditional code. Conditional code
  // would not become vector code in the long functions that narrow their results.
  using Signed = std::make_signed_t<Bits>;
  constexpr Signed kFromBias = (1 << (From::kExponentBits - 1)) - 1;
  constexpr Signed kToBias = (1 << (Format::kExponentBits - 1)) - 1;
  constexpr Signed kDropped = From::kFractionBits - Format::kFractionBits;

  const Bits bits = std::bit_cast<Bits>(value);
  const Bits sign = bits >> kSignBit;
  const Bits magnitude = bits & kMagnitude;
  const Bits field = magnitude >> From::kFractionBits;
  const Bits hidden = std::min<Bits>(field, 1)
                      << From::kFractionBits;  // hidden bit; zero for subnormals
  const Bits significand = (magnitude & (kHidden - 1)) | hidden;
  const Signed exponent = static_cast<Signed>(std::max<Bits>(field, 1)) - kFromBias + kToBias;
  // A result below the smallest normal number has fewer fraction bits, so more bits are dropped.
  // The shift is at most two bits more than the fraction has, since larger shifts give the same
  // result.
  constexpr Signed kMost = Format::kFractionBits + 2;
  const Signed shift = kDropped + std::min(std::max<Signed>(1 - exponent, 0), kMost);
  const Bits kept = significand >> shift;
  const Bits gone = significand & ((Bits{1} << shift) - 1);
  const Bits rounded = kept + increment<rounding>(kept, gone, Bits{1} << (shift - 1), sign != 0);
  // The hidden bit adds one to the exponent. A carry out of the fraction adds another one.
  constexpr Signed kBeyond = Signed{1} << Format::kExponentBits;
  const Signed steps = std::min(std::max<Signed>(exponent - 1, 0), kBeyond);
  const Bits finite = rounded + (static_cast<Bits>(steps) << Format::kFractionBits);
  const Bits large = largest<Format, rounding, overflow>(sign != 0, magnitude == kFromInfinity);
  const Bits beyond = Bits{0} - static_cast<Bits>(finite >= Format::kInfinity);
  const Bits nan = Bits{0} - static_cast<Bits>(magnitude > kFromInfinity);
  const Bits number = (large & beyond) | (finite & ~beyond);
  return static_cast<U32>((Format::kNan & nan) | ((sign << Format::kSignBit | number) & ~nan));
}

}  // namespace heddle::exec
