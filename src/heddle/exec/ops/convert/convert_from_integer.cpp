// Conversions of integers to floats.
#include "heddle/exec/ops/convert/convert.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/rounding.hpp"

namespace heddle::exec {
namespace {

/// Zero needs a separate case. With downward rounding, the compiler's code for unsigned integers
/// may convert 0 to -0.
template <typename Float, typename From>
Float convert(From value) {
  return value == 0 ? Float{0} : static_cast<Float>(value);
}

/// Returns a double that, rounded to fewer than 50 bits, gives the same result as the integer. The
/// double is exact, except for large 64-bit integers, whose low bits become one bit that tells
/// whether any of them is set.
template <typename From>
double gathered(From value) {
  if constexpr (sizeof(From) < 8) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < From{0};
    const U64 magnitude = negative ? 0 - static_cast<U64>(value) : static_cast<U64>(value);
    constexpr U64 kLow = 0x7FF;
    const U64 odd = (magnitude & ~kLow) | ((magnitude & kLow) != 0 ? kLow + 1 : 0);
    const double result = static_cast<double>(magnitude <= U64{1} << 53 ? magnitude : odd);
    return negative ? -result : result;
  }
}

template <typename Format, typename From, Rounding rounding>
U32 convert_short(From value) {
  return narrow<Format, rounding>(gathered(value));
}

/// An integer clamped to [0, 1] is 0 or 1.
template <typename To, typename From>
auto clamped(From value) {
  const bool one = value > From{0};
  if constexpr (kIsShort<To>) {
    return one ? narrow<To, Rounding::rn>(1.0f) : 0;
  } else {
    return one ? To{1} : To{0};
  }
}

template <typename Format, typename From>
OperationFunction bind_short(Rounding rounding) {
  switch (rounding) {
    case Rounding::rn:
      return lanewise<convert_short<Format, From, Rounding::rn>, Loops::one>;
    case Rounding::rz:
      return lanewise<convert_short<Format, From, Rounding::rz>, Loops::one>;
    case Rounding::rm:
      return lanewise<convert_short<Format, From, Rounding::rm>, Loops::one>;
    case Rounding::rp:
      return lanewise<convert_short<Format, From, Rounding::rp>, Loops::one>;
    default:
      return nullptr;
  }
}

template <typename To, typename From>
OperationFunction bind_rounding(const isa::Modifiers& modifiers) {
  // The instruction must name a rounding, even where the conversion is exact.
  if (modifiers.rounding == Rounding::none) return nullptr;
  if (modifiers.saturate) return lanewise<clamped<To, From>, Loops::one>;
  if constexpr (kIsShort<To>) {
    return bind_short<To, From>(modifiers.rounding);
  } else {
    return rounded<lanewise<convert<To, From>, Loops::one>>(modifiers.rounding);
  }
}

}  // namespace

OperationFunction bind_integer_to_float(const isa::Modifiers& modifiers) {
  return with_float(modifiers.type, [&]<typename To>() {
    return with_integer(modifiers.source,
                        [&]<typename From>() { return bind_rounding<To, From>(modifiers); });
  });
}

}  // namespace heddle::exec
