#include <limits>

#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

using isa::Rounding;
__extension__ typedef __int128 Signed128;

/// Extended to 32 bits, as the engine keeps narrow integers.
template <typename To>
auto in_row(To value) {
  if constexpr (sizeof(To) == 8) {
    return value;
  } else {
    return static_cast<std::conditional_t<std::is_signed_v<To>, S32, U32>>(value);
  }
}

template <typename To>
To clamp(Signed128 value) {
  using Limits = std::numeric_limits<To>;
  if (value < Signed128{Limits::min()}) return Limits::min();
  return value > Signed128{Limits::max()} ? Limits::max() : static_cast<To>(value);
}

template <typename T>
std::string name_of() {
  return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T));
}
template <>
std::string name_of<F16>() {
  return "f16";
}
template <>
std::string name_of<BF16>() {
  return "bf16";
}
template <>
std::string name_of<F32>() {
  return "f32";
}
template <>
std::string name_of<F64>() {
  return "f64";
}

template <typename To, typename From>
struct Conversion {
  static std::string ends() { return "." + name_of<To>() + "." + name_of<From>(); }

  static void add_integers(OpCases& cases) {
    add(cases, "cvt" + ends(), [](From a) { return in_row(static_cast<To>(a)); });
    add(cases, "cvt.sat" + ends(), [](From a) { return in_row(clamp<To>(a)); });
  }

  static void add_to_integer(OpCases& cases) {
    const std::string ftz = std::is_same_v<From, F32> ? "{,.ftz}" : "";
    add(cases, "cvt{.rni,.rzi,.rmi,.rpi}" + ftz + "{,.sat}" + ends(),
        [](const Modifiers& m, From a) {
          const Format format = format_of(a);
          if (format.is_nan(a.bits)) {
            // Zero, or of wide types the lowest signed integer of the size.
            const bool wide = sizeof(To) == 8 || sizeof(From) == 8;
            return in_row(wide ? static_cast<To>(U64{1} << (8 * sizeof(To) - 1)) : To{0});
          }
          const bool negative = format.is_negative(a.bits);
          const Exact integer =
              round_to_integer(value_of(format, flushed(format, a.bits, m.ftz)), m.rounding);
          const bool huge = integer.magnitude.bit_length() > 64;
          const Signed128 size =
              huge ? Signed128{1} << 64 : Signed128{integer.magnitude.low_word()};
          return in_row(clamp<To>(negative ? -size : size));
        });
  }

  static void add_from_integer(OpCases& cases) {
    add(cases, "cvt{.rn,.rz,.rm,.rp}{,.sat}" + ends(), [](const Modifiers& m, From a) {
      const Format format = format_of(To{});
      const bool negative = a < 0;
      const U64 size = negative ? 0 - static_cast<U64>(a) : static_cast<U64>(a);
      const U64 bits = round(exact_integer(negative, size), format, m.rounding);
      using Bits = decltype(To::bits);
      return To{static_cast<Bits>(m.saturate ? saturated(format, bits) : bits)};
    });
  }
};

bool same(Format a, Format b) { return a.width == b.width && a.fraction_bits == b.fraction_bits; }

/// NaN of the result, as measured on an NVIDIA H200: what is not changed keeps its bits; to and
/// from f64 the sign and the top of the fraction stay, of the canonical NaN if .ftz has come first;
/// else it is canonical.
U64 converted_nan(Format to, Format from, const Modifiers& m, U64 bits) {
  const bool is_moved = m.rounding == Rounding::none || from.width == 16;
  const bool is_wide = same(to, from) && from.width >= 32;
  if (is_moved && !m.ftz && is_wide) return bits;
  if (is_moved && !m.ftz && same(to, kF32) && same(from, kBF16)) return bits << 16;
  if (to.width != 64 && from.width != 64) return canonical_nan(to);
  if (m.ftz && from.width == 32) bits = canonical_nan(from);
  const U64 fraction = bits & ((U64{1} << from.fraction_bits) - 1);
  const int more = to.fraction_bits - from.fraction_bits;
  return (from.is_negative(bits) ? to.sign_bit() : 0) | to.infinity() |
         (more >= 0 ? fraction << more : fraction >> -more) | U64{1} << (to.fraction_bits - 1);
}

U64 convert_float(Format to, Format from, const Modifiers& m, U64 bits) {
  const bool single_source = from.width == 32, single_result = to.width == 32;
  bits = flushed(from, bits, m.ftz && single_source);
  if (from.is_nan(bits)) return m.saturate ? 0 : converted_nan(to, from, m, bits);
  const U64 sign = from.is_negative(bits) ? to.sign_bit() : 0;
  U64 result;
  if (from.is_infinite(bits)) {
    result = sign | (m.satfinite ? to.largest() : to.infinity());
  } else {
    Exact value = exact(from, bits);
    Rounding rounding = rounding_of(m);
    if (rounding >= Rounding::rni) {
      value = round_to_integer(value, rounding);
      rounding = Rounding::rn;
    }
    result = round(value, to, rounding);
    if (m.ftz && single_result && is_tiny(to, round(value, with_more_exponents(to), rounding)))
      result = sign;
    if (m.satfinite && to.is_infinite(result)) result = sign | to.largest();
  }
  result = flushed(to, result, m.ftz && single_result);
  if (m.relu && to.is_negative(result)) return 0;
  return m.saturate ? saturated(to, result) : result;
}

template <typename To, typename From>
void add_float(OpCases& cases, const std::string& roundings, const std::string& modifiers) {
  add(cases, "cvt" + roundings + modifiers + Conversion<To, From>::ends(),
      [](const Modifiers& m, From a) {
        using Bits = decltype(To::bits);
        return To{static_cast<Bits>(convert_float(format_of(To{}), format_of(a), m, a.bits))};
      });
}

void add_floats(OpCases& cases) {
  const std::string kAll = "{.rn,.rz,.rm,.rp}", kIntegral = "{,.rni,.rzi,.rmi,.rpi}";
  add_float<F32, F64>(cases, kAll, "{,.ftz}{,.sat}");
  add_float<F64, F32>(cases, "", "{,.ftz}{,.sat}");
  add_float<F32, F32>(cases, kIntegral, "{,.ftz}{,.sat}");
  add_float<F64, F64>(cases, kIntegral, "{,.sat}");
  add_float<F16, F16>(cases, kIntegral, "{,.sat}");
  add_float<BF16, BF16>(cases, kIntegral, "");
  add_float<F32, F16>(cases, "", "{,.ftz}{,.sat}");
  add_float<F64, F16>(cases, "", "{,.sat}");
  add_float<F32, BF16>(cases, "{,.rn,.rz,.rm,.rp}", "{,.ftz}{,.sat}");
  add_float<F64, BF16>(cases, "", "");
  add_float<F16, F32>(cases, kAll, "{,.sat}");
  add_float<F16, F32>(cases, "{.rn,.rz}", "{.relu,.satfinite,.relu.satfinite,.satfinite.relu}");
  add_float<F16, F32>(cases, kAll, ".ftz{,.sat}");
  add_float<BF16, F32>(cases, kAll, ".ftz");
  add_float<F16, F64>(cases, kAll, "{,.sat}");
  add_float<BF16, F32>(cases, kAll, "");
  add_float<BF16, F32>(cases, "{.rn,.rz}", "{.relu,.satfinite,.relu.satfinite}");
  add_float<BF16, F64>(cases, kAll, "");
  add_float<F16, BF16>(cases, "{,.rn,.rz,.rm,.rp}", "");
  add_float<BF16, F16>(cases, "{,.rn,.rz,.rm,.rp}", "");
}

template <typename Format16>
void add_float_pair(OpCases& cases, const std::string& type) {
  add(cases, "cvt{.rn,.rz}{,.relu,.satfinite,.relu.satfinite,.satfinite.relu}." + type + ".f32",
      [](const Modifiers& m, F32 a, F32 b) {
        const Format format = format_of(Format16{});
        return static_cast<U32>(convert_float(format, kF32, m, a.bits) * 0x10000 +
                                convert_float(format, kF32, m, b.bits));
      });
}

void add_tf32(OpCases& cases) {
  const auto tf32 = [](const Modifiers& m, Rounding rounding, F32 a) {
    Modifiers with = m;
    with.rounding = rounding;
    if (kF32.is_nan(a.bits) && rounding == Rounding::rna)
      return F32{static_cast<U32>(canonical_nan(kF32))};
    return F32{static_cast<U32>(convert_float(kTf32, kF32, with, a.bits) << 13)};
  };
  add(cases, "cvt.rna{,.satfinite}.tf32.f32",
      [=](const Modifiers& m, F32 a) { return tf32(m, Rounding::rna, a); });
  add(cases, "cvt{.rn,.rz}{,.relu,.satfinite,.relu.satfinite,.satfinite.relu}.tf32.f32",
      [=](const Modifiers& m, F32 a) { return tf32(m, m.rounding, a); });
}

template <int bits, bool is_signed>
void add_pack(OpCases& cases) {
  const std::string type = (is_signed ? "s" : "u") + std::to_string(bits);
  const auto element = [](S32 value) {
    const S64 low = is_signed ? -(S64{1} << (bits - 1)) : 0;
    const S64 high = low + (S64{1} << bits) - 1;
    return static_cast<U64>(std::min(std::max(S64{value}, low), high)) % (U64{1} << bits);
  };
  if constexpr (bits == 16) {
    add(cases, "cvt.pack.sat." + type + ".s32",
        [=](S32 a, S32 b) { return static_cast<U32>(element(a) * 0x10000 + element(b)); });
  } else {
    add(cases, "cvt.pack.sat." + type + ".s32.b32", [=](S32 a, S32 b, U32 c) {
      U64 result = c;
      for (const S32 value : {a, b}) result = result * (U64{1} << bits) + element(value);
      return static_cast<U32>(result);
    });
  }
}

template <typename Type, typename... Types>
void add_with_integers(OpCases& cases) {
  (Conversion<Type, Types>::add_integers(cases), ...);
}
template <typename Type, typename... Floats>
void add_with_floats(OpCases& cases) {
  (Conversion<Type, Floats>::add_to_integer(cases), ...);
  (Conversion<Floats, Type>::add_from_integer(cases), ...);
}
template <typename... Integers>
void add_all_integers(OpCases& cases) {
  (add_with_integers<Integers, Integers...>(cases), ...);
}
template <typename... Integers>
void add_integers_and_floats(OpCases& cases) {
  (add_with_floats<Integers, F16, BF16, F32, F64>(cases), ...);
}

}  // namespace

OpCases convert_cases() {
  OpCases cases;
  add_all_integers<U8, S8, U16, S16, U32, S32, U64, S64>(cases);
  add_integers_and_floats<U8, S8, U16, S16, U32, S32, U64, S64>(cases);
  add_floats(cases);
  add_float_pair<F16>(cases, "f16x2");
  add_float_pair<BF16>(cases, "bf16x2");
  add_tf32(cases);
  add_pack<16, false>(cases);
  add_pack<16, true>(cases);
  add_pack<8, false>(cases);
  add_pack<8, true>(cases);
  add_pack<4, false>(cases);
  add_pack<4, true>(cases);
  add_pack<2, false>(cases);
  add_pack<2, true>(cases);
  return cases;
}

}  // namespace heddle::test
