// Conversions between floats, and the row of all conversions.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/convert/convert.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/rounding.hpp"

namespace heddle::exec {
namespace {

using isa::Instruction;
using isa::Modifiers;
using isa::Op;

/// Rounds to an integral value if the modifiers ask for it.
template <Rounding integral>
float to_integral(float a) {
  switch (integral) {
    case Rounding::rni:
      return __builtin_nearbyintf(a);
    case Rounding::rzi:
      return __builtin_truncf(a);
    case Rounding::rmi:
      return __builtin_floorf(a);
    case Rounding::rpi:
      return __builtin_ceilf(a);
    default:
      return a;
  }
}
template <Rounding integral>
double to_integral(double a) {
  switch (integral) {
    case Rounding::rni:
      return __builtin_nearbyint(a);
    case Rounding::rzi:
      return __builtin_trunc(a);
    case Rounding::rmi:
      return __builtin_floor(a);
    case Rounding::rpi:
      return __builtin_ceil(a);
    default:
      return a;
  }
}

// Converts single or narrower values to single precision. A NaN keeps its bits in two cases: the
// single does not change, or the source is bf16, which is the upper half of a single (measured on
// an NVIDIA H200).
template <typename From, Rounding integral, bool ftz, bool sat>
float to_single(From value) {
  constexpr bool kFlushes = ftz && std::is_same_v<From, float>;
  constexpr bool kMoves = integral == Rounding::none && !ftz && !sat;
  if constexpr (kMoves && !std::is_same_v<From, F16>) return widen(value);
  return finish<ftz, sat>(to_integral<integral>(widen(flush_if<kFlushes>(value))));
}
/// .ftz flushes a result that would be subnormal even if it were rounded with all fraction bits.
/// NaNs keep their sign and the leading bits of their fraction (measured on an NVIDIA H200).
template <bool ftz, bool sat>
float double_to_single(double value) {
  if (ftz) {
    const float rounded = static_cast<float>(value * 0x1p64);  // scaled up, so that the result is
                                                               // far from the subnormals
    value = magnitude(rounded) < 0x1p-62f ? value * 0 : value;
  }
  const float result = static_cast<float>(value);
  return sat ? saturate(result) : result;
}

/// A NaN becomes quiet and keeps its fraction. With .ftz, a NaN instead becomes the canonical NaN.
/// A double that the conversion does not change keeps its NaN as it is (measured on an NVIDIA
/// H200).
template <typename From, Rounding integral, bool ftz, bool sat>
double to_double(From value) {
  constexpr bool kMoves = integral == Rounding::none && std::is_same_v<From, double> && !sat;
  if constexpr (kMoves) return value;
  if constexpr (ftz) value = canonical(flush(value));
  const double wide = widen(value);
  const double result = to_integral<integral>(wide);
  if constexpr (sat) return saturate(result);
  return is_nan(wide) ? quiet(wide) : result;
}

/// A single-precision value that is zero if the source is subnormal.
struct Flushed {
  float value;
  explicit Flushed(U32 word) : value(flush(as_float(word))) {}
};
using exec::widen;  // the next function is another overload
float widen(Flushed a) { return a.value; }

/// Converts the NaN of a double to 16 bits. The result is quiet, and has the sign and the leading
/// fraction bits of the double (measured on an NVIDIA H200).
template <typename Format>
U32 short_nan(double value) {
  const U64 bits = bits_of(quiet(value));
  const U32 fraction =
      static_cast<U32>(bits >> (52 - Format::kFractionBits)) & ((1u << Format::kFractionBits) - 1);
  return static_cast<U32>(bits >> 63) << 15 | Format::kInfinity | fraction;
}

/// Converts to a 16-bit format. `rounding` is the rounding to this format. If source and result
/// have one format, `rounding` is the rounding to an integer.
template <typename Format, typename From, Rounding rounding, bool sat, bool with_relu,
          Overflow overflow>
U32 to_short(From value) {
  auto wide = to_integral<rounding>(widen(value));
  if (sat) wide = saturate(wide);
  if (with_relu) wide = relu(wide);
  const U32 result = narrow<Format, rounding, overflow>(wide);
  if constexpr (std::is_same_v<From, double>)
    return is_nan(wide) ? short_nan<Format>(wide) : result;
  return result;
}

template <typename To, typename From, Rounding rounding, bool sat, bool with_relu,
          Overflow overflow = Overflow::by_rounding>
constexpr OperationFunction short_function() {
  return lanewise<to_short<To, From, rounding, sat, with_relu, overflow>, Loops::one>;
}
template <typename To, typename From, Rounding rounding>
OperationFunction bind_plain(const Modifiers& m) {
  if (m.relu || m.satfinite) return nullptr;
  return m.saturate ? short_function<To, From, rounding, true, false>()
                    : short_function<To, From, rounding, false, false>();
}
/// .relu and .satfinite exist for single precision only.
template <typename To, typename From, Rounding rounding>
OperationFunction bind_finite(const Modifiers& m) {
  if constexpr (std::is_same_v<From, float>) {
    constexpr Overflow kFinite = Overflow::to_finite;
    if (m.saturate && (m.relu || m.satfinite)) return nullptr;
    if (m.relu && m.satfinite) return short_function<To, From, rounding, false, true, kFinite>();
    if (m.relu) return short_function<To, From, rounding, false, true>();
    if (m.satfinite) return short_function<To, From, rounding, false, false, kFinite>();
  }
  return bind_plain<To, From, rounding>(m);
}
template <typename To, typename From>
OperationFunction bind_integral(const Modifiers& m) {
  // A conversion between the two short formats rounds to nearest (measured on an NVIDIA H200).
  if constexpr (kIsShort<From> && !std::is_same_v<To, From>)
    return m.rounding == Rounding::none ? bind_plain<To, From, Rounding::rn>(m) : nullptr;
  if constexpr (!std::is_same_v<To, From>) return nullptr;
  switch (m.rounding) {
    case Rounding::none:
      return bind_plain<To, To, Rounding::none>(m);
    case Rounding::rni:
      return bind_plain<To, To, Rounding::rni>(m);
    case Rounding::rzi:
      return bind_plain<To, To, Rounding::rzi>(m);
    case Rounding::rmi:
      return bind_plain<To, To, Rounding::rmi>(m);
    case Rounding::rpi:
      return bind_plain<To, To, Rounding::rpi>(m);
    default:
      return nullptr;
  }
}
template <typename To, typename From>
OperationFunction bind_short(const Modifiers& m) {
  switch (m.rounding) {
    case Rounding::rn:
      return bind_finite<To, From, Rounding::rn>(m);
    case Rounding::rz:
      return bind_finite<To, From, Rounding::rz>(m);
    case Rounding::rm:
      return bind_plain<To, From, Rounding::rm>(m);
    case Rounding::rp:
      return bind_plain<To, From, Rounding::rp>(m);
    default:
      return bind_integral<To, From>(m);
  }
}

template <typename To, typename From, Rounding integral, bool ftz, bool sat>
constexpr OperationFunction wide_function() {
  if constexpr (std::is_same_v<To, float>) {
    return lanewise<to_single<From, integral, ftz, sat>, Loops::one>;
  } else {
    return lanewise<to_double<From, integral, ftz && std::is_same_v<From, float>, sat>, Loops::one>;
  }
}
template <typename To, typename From, Rounding integral>
OperationFunction bind_modifiers(const Modifiers& m) {
  if (m.ftz) {
    return m.saturate ? wide_function<To, From, integral, true, true>()
                      : wide_function<To, From, integral, true, false>();
  }
  return m.saturate ? wide_function<To, From, integral, false, true>()
                    : wide_function<To, From, integral, false, false>();
}
/// Converts to float or double from a format that is not wider. The conversion is exact, so all
/// roundings give one result.
template <typename To, typename From>
OperationFunction bind_wide(const Modifiers& m) {
  constexpr bool kSame = std::is_same_v<To, From>;
  switch (m.rounding) {
    case Rounding::none:
    case Rounding::rn:
    case Rounding::rz:
    case Rounding::rm:
    case Rounding::rp:
      return bind_modifiers<To, From, Rounding::none>(m);
    case Rounding::rni:
      return kSame ? bind_modifiers<To, From, Rounding::rni>(m) : nullptr;
    case Rounding::rzi:
      return kSame ? bind_modifiers<To, From, Rounding::rzi>(m) : nullptr;
    case Rounding::rmi:
      return kSame ? bind_modifiers<To, From, Rounding::rmi>(m) : nullptr;
    case Rounding::rpi:
      return kSame ? bind_modifiers<To, From, Rounding::rpi>(m) : nullptr;
    default:
      return nullptr;
  }
}

OperationFunction bind_double_to_single(const Modifiers& m) {
  constexpr Loops kOne = Loops::one;
  if (m.rounding == Rounding::none) return nullptr;
  if (m.ftz) {
    return m.saturate ? rounded<lanewise<double_to_single<true, true>, kOne>>(m.rounding)
                      : rounded<lanewise<double_to_single<true, false>, kOne>>(m.rounding);
  }
  return m.saturate ? rounded<lanewise<double_to_single<false, true>, kOne>>(m.rounding)
                    : rounded<lanewise<double_to_single<false, false>, kOne>>(m.rounding);
}

template <typename To, typename From>
OperationFunction bind_types(const Modifiers& m) {
  if constexpr (kIsShort<To> && std::is_same_v<From, float>) {
    return m.ftz ? bind_short<To, Flushed>(m) : bind_short<To, float>(m);
  } else if constexpr (kIsShort<To>) {
    return m.ftz ? nullptr : bind_short<To, From>(m);
  } else if constexpr (sizeof(To) < sizeof(From)) {
    return bind_double_to_single(m);
  } else {
    return bind_wide<To, From>(m);
  }
}

OperationFunction bind_cvt(const Instruction& instruction) {
  const Modifiers& m = instruction.modifiers;
  const bool to_float = isa::is_float(m.type), from_float = isa::is_float(m.source);
  const bool to_short = m.type == isa::Type::f16 || m.type == isa::Type::bf16;
  if ((m.relu || m.satfinite) && !(to_short && from_float)) return nullptr;
  if (to_float) return from_float ? bind_float_to_float(m) : bind_integer_to_float(m);
  return from_float ? bind_float_to_integer(m) : bind_integer_to_integer(m);
}

constexpr Binding kBindings[] = {
    {Op::cvt, bind_cvt},
};

}  // namespace

OperationFunction bind_float_to_float(const Modifiers& modifiers) {
  return with_float(modifiers.type, [&]<typename To>() {
    return with_float(modifiers.source,
                      [&]<typename From>() { return bind_types<To, From>(modifiers); });
  });
}

std::span<const Binding> convert_bindings() { return kBindings; }

}  // namespace heddle::exec
