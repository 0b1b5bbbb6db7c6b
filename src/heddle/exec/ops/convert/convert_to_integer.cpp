// Conversions of floats to integers. Values beyond the integer's range become the nearest end of
// the range. NaN becomes zero, except in conversions from a double or to a 64-bit integer. In these
// conversions NaN becomes the integer in which only the highest bit is set, as PTX says.
#include <limits>

#include "heddle/exec/ops/convert/convert.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

template <Rounding rounding, typename Float>
Float to_integral(Float a) {
  constexpr bool kSingle = sizeof(Float) == 4;
  switch (rounding) {
    case Rounding::rzi:
      return kSingle ? __builtin_truncf(a) : __builtin_trunc(a);
    case Rounding::rmi:
      return kSingle ? __builtin_floorf(a) : __builtin_floor(a);
    case Rounding::rpi:
      return kSingle ? __builtin_ceilf(a) : __builtin_ceil(a);
    default:
      return kSingle ? __builtin_nearbyintf(a) : __builtin_nearbyint(a);
  }
}

/// Returns the integer for NaN. `From` is the type that PTX names; the result depends on it.
template <typename To, typename From>
constexpr To of_nan() {
  constexpr bool kHighBit = sizeof(From) == 8 || sizeof(To) == 8;
  return kHighBit ? static_cast<To>(U64{1} << (8 * sizeof(To) - 1)) : To{0};
}

template <typename To, typename From, Rounding rounding, bool ftz>
To converted(From value) {
  using Limits = std::numeric_limits<To>;
  using Float = decltype(widen(value));
  // The limits as floats: the lowest value that is too high, and the lowest value in the range.
  constexpr Float kEnd = static_cast<Float>(U64{1} << (Limits::digits - 1)) * 2;
  constexpr Float kLowest = static_cast<Float>(Limits::min());
  const Float integral = to_integral<rounding>(widen(flush_if<ftz>(value)));
  const bool in_range = integral >= kLowest && integral < kEnd;
  const To inside = static_cast<To>(in_range ? integral : Float{0});
  const To outside = integral < 0 ? Limits::min() : Limits::max();
  const To number = in_range ? inside : outside;
  return is_nan(integral) ? of_nan<To, From>() : number;
}

template <typename To, typename From, Rounding rounding, bool ftz>
auto convert(From value) {
  const To result = converted<To, From, rounding, ftz>(value);
  if constexpr (sizeof(To) == 8) {
    return result;
  } else {
    return static_cast<U32>(
        static_cast<std::conditional_t<std::is_signed_v<To>, S32, U32>>(result));
  }
}

template <typename To, typename From, Rounding rounding>
OperationFunction bind_ftz(bool ftz) {
  if constexpr (std::is_same_v<From, float>) {
    if (ftz) return lanewise<convert<To, From, rounding, true>, Loops::one>;
  }
  return ftz ? nullptr : lanewise<convert<To, From, rounding, false>, Loops::one>;
}

template <typename To, typename From>
OperationFunction bind_rounding(Rounding rounding, bool ftz) {
  switch (rounding) {
    case Rounding::rni:
      return bind_ftz<To, From, Rounding::rni>(ftz);
    case Rounding::rzi:
      return bind_ftz<To, From, Rounding::rzi>(ftz);
    case Rounding::rmi:
      return bind_ftz<To, From, Rounding::rmi>(ftz);
    case Rounding::rpi:
      return bind_ftz<To, From, Rounding::rpi>(ftz);
    default:
      return nullptr;
  }
}

}  // namespace

OperationFunction bind_float_to_integer(const isa::Modifiers& modifiers) {
  return with_integer(modifiers.type, [&]<typename To>() {
    return with_float(modifiers.source, [&]<typename From>() {
      return bind_rounding<To, From>(modifiers.rounding, modifiers.ftz);
    });
  });
}

}  // namespace heddle::exec
