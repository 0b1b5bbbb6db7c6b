#include <algorithm>
#include <cstdlib>
#include <limits>

#include "op_case.hpp"
#include "reference/exact.hpp"

namespace heddle::test {
namespace {

__extension__ typedef __int128 Signed128;

/// Wraps as two's complement.
template <typename To>
To wrap(Signed128 value) {
  return static_cast<To>(static_cast<Wide>(value));
}
template <typename To>
To clamp(Signed128 value) {
  using Limits = std::numeric_limits<To>;
  return static_cast<To>(
      std::clamp<Signed128>(value, Signed128{Limits::min()}, Signed128{Limits::max()}));
}

template <typename Element, typename Function>
auto on_halves(Function function) {
  return [function](Pack<Element> a, Pack<Element> b) {
    const auto half = [&](unsigned shift) {
      const Element result =
          function(static_cast<Element>(a.bits >> shift), static_cast<Element>(b.bits >> shift));
      return U32{static_cast<U16>(result)} << shift;
    };
    return half(0) | half(16);
  };
}

template <typename T>
void add_extremes(OpCases& cases, const std::string& type) {
  add(cases, "min." + type, [](T a, T b) { return std::min(a, b); });
  add(cases, "max." + type, [](T a, T b) { return std::max(a, b); });
}
template <typename T>
void add_sad(OpCases& cases, const std::string& type) {
  add(cases, "sad." + type, [](T a, T b, T c) {
    const Signed128 difference = Signed128{a} - Signed128{b};
    return wrap<T>(c + (difference < 0 ? -difference : difference));
  });
}

/// Division by zero: all ones, also as remainder (measured on an NVIDIA H200).
template <typename T>
void add_division(OpCases& cases, const std::string& type) {
  add(cases, "div." + type,
      [](T a, T b) { return b == 0 ? wrap<T>(-1) : wrap<T>(Signed128{a} / Signed128{b}); });
  add(cases, "rem." + type,
      [](T a, T b) { return b == 0 ? wrap<T>(-1) : wrap<T>(Signed128{a} % Signed128{b}); });
}

template <typename T>
void add_negation(OpCases& cases, const std::string& type) {
  add(cases, "abs." + type, [](T a) { return wrap<T>(a < 0 ? -Signed128{a} : Signed128{a}); });
  add(cases, "neg." + type, [](T a) { return wrap<T>(-Signed128{a}); });
}

template <typename T>
void add_sums(OpCases& cases, const std::string& types) {
  add(cases, "add." + types, [](T a, T b) { return wrap<T>(Signed128{a} + Signed128{b}); });
  add(cases, "sub." + types, [](T a, T b) { return wrap<T>(Signed128{a} - Signed128{b}); });
}

}  // namespace

OpCases integer_cases() {
  OpCases cases;
  add_sums<U16>(cases, "{u16,s16}");
  add_sums<U32>(cases, "{u32,s32}");
  add_sums<U64>(cases, "{u64,s64}");
  add(cases, "add.sat.s32", [](S32 a, S32 b) { return clamp<S32>(Signed128{a} + b); });
  add(cases, "sub.sat.s32", [](S32 a, S32 b) { return clamp<S32>(Signed128{a} - b); });
  add(cases, "add.{u16x2,s16x2}", on_halves<U16>([](U16 a, U16 b) { return wrap<U16>(a + b); }));
  add_extremes<U16>(cases, "u16");
  add_extremes<S16>(cases, "s16");
  add_extremes<U32>(cases, "u32");
  add_extremes<S32>(cases, "s32");
  add_extremes<U64>(cases, "u64");
  add_extremes<S64>(cases, "s64");
  add(cases, "min.relu.s32", [](S32 a, S32 b) { return std::max(std::min(a, b), 0); });
  add(cases, "max.relu.s32", [](S32 a, S32 b) { return std::max({a, b, 0}); });
  add(cases, "min.u16x2", on_halves<U16>([](U16 a, U16 b) { return std::min(a, b); }));
  add(cases, "max.u16x2", on_halves<U16>([](U16 a, U16 b) { return std::max(a, b); }));
  add(cases, "min.s16x2", on_halves<S16>([](S16 a, S16 b) { return std::min(a, b); }));
  add(cases, "max.s16x2", on_halves<S16>([](S16 a, S16 b) { return std::max(a, b); }));
  add(cases, "min.relu.s16x2",
      on_halves<S16>([](S16 a, S16 b) { return std::max(std::min(a, b), S16{0}); }));
  add(cases, "max.relu.s16x2",
      on_halves<S16>([](S16 a, S16 b) { return std::max({a, b, S16{0}}); }));
  add_negation<S16>(cases, "s16");
  add_negation<S32>(cases, "s32");
  add_negation<S64>(cases, "s64");
  add_sad<U16>(cases, "u16");
  add_sad<S16>(cases, "s16");
  add_sad<U32>(cases, "u32");
  add_sad<S32>(cases, "s32");
  add_sad<U64>(cases, "u64");
  add_sad<S64>(cases, "s64");
  add_division<U16>(cases, "u16");
  add_division<S16>(cases, "s16");
  add_division<U32>(cases, "u32");
  add_division<S32>(cases, "s32");
  add_division<U64>(cases, "u64");
  add_division<S64>(cases, "s64");
  return cases;
}

}  // namespace heddle::test
