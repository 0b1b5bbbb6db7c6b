#include <algorithm>

#include "op_case.hpp"
#include "reference/exact.hpp"

namespace heddle::test {
namespace {

__extension__ typedef __int128 Signed128;

/// The exact product, as two's complement in 128 bits.
template <typename T>
Wide product(T a, T b) {
  if constexpr (std::is_signed_v<T>) return static_cast<Wide>(Signed128{a} * Signed128{b});
  return static_cast<Wide>(a) * static_cast<Wide>(b);
}

template <typename T, typename Double>
void add_products(OpCases& cases, const std::string& type) {
  constexpr unsigned kBits = 8 * sizeof(T);
  add(cases, "mul.lo." + type, [](T a, T b) { return static_cast<T>(product(a, b)); });
  add(cases, "mul.hi." + type, [](T a, T b) { return static_cast<T>(product(a, b) >> kBits); });
  add(cases, "mad.lo." + type,
      [](T a, T b, T c) { return static_cast<T>(product(a, b) + static_cast<Wide>(c)); });
  add(cases, "mad.hi." + type, [](T a, T b, T c) {
    return static_cast<T>((product(a, b) >> kBits) + static_cast<Wide>(c));
  });
  if constexpr (!std::is_void_v<Double>) {
    add(cases, "mul.wide." + type, [](T a, T b) { return static_cast<Double>(product(a, b)); });
    add(cases, "mad.wide." + type, [](T a, T b, Double c) {
      return static_cast<Double>(product(a, b) + static_cast<Wide>(c));
    });
  }
}

S64 low24(U32 a) { return a % (1 << 24); }
S64 low24(S32 a) {
  const S64 low = static_cast<U32>(a) % (1 << 24);
  return low >= 1 << 23 ? low - (1 << 24) : low;
}
S32 clamp32(S64 value) {
  return static_cast<S32>(std::clamp<S64>(value, S64{INT32_MIN}, S64{INT32_MAX}));
}

template <typename T>
void add_products24(OpCases& cases, const std::string& type) {
  add(cases, "mul24.lo." + type, [](T a, T b) { return static_cast<U32>(low24(a) * low24(b)); });
  add(cases, "mul24.hi." + type,
      [](T a, T b) { return static_cast<U32>(low24(a) * low24(b) >> 16); });
  add(cases, "mad24.lo." + type,
      [](T a, T b, U32 c) { return static_cast<U32>(low24(a) * low24(b)) + c; });
  add(cases, "mad24.hi." + type,
      [](T a, T b, U32 c) { return static_cast<U32>(low24(a) * low24(b) >> 16) + c; });
}

template <typename Element>
S64 element(U32 word, unsigned position) {
  return static_cast<Element>(word >> (8 * sizeof(Element) * position));
}

template <typename A, typename B>
void add_dot_products(OpCases& cases, const std::string& types) {
  using HalfOfA = std::conditional_t<std::is_signed_v<A>, S16, U16>;
  add(cases, "dp4a." + types, [](U32 a, U32 b, U32 c) {
    S64 sum = c;
    for (unsigned i = 0; i < 4; ++i) sum += element<A>(a, i) * element<B>(b, i);
    return static_cast<U32>(sum);
  });
  for (const unsigned first : {0u, 2u}) {
    add(cases, (first == 0 ? "dp2a.lo." : "dp2a.hi.") + types, [first](U32 a, U32 b, U32 c) {
      S64 sum = c;
      for (unsigned i = 0; i < 2; ++i) sum += element<HalfOfA>(a, i) * element<B>(b, first + i);
      return static_cast<U32>(sum);
    });
  }
}

}  // namespace

OpCases multiply_cases() {
  OpCases cases;
  add_products<U16, U32>(cases, "u16");
  add_products<S16, S32>(cases, "s16");
  add_products<U32, U64>(cases, "u32");
  add_products<S32, S64>(cases, "s32");
  add_products<U64, void>(cases, "u64");
  add_products<S64, void>(cases, "s64");
  add(cases, "mad.hi.sat.s32", [](S32 a, S32 b, S32 c) { return clamp32((S64{a} * b >> 32) + c); });
  add_products24<U32>(cases, "u32");
  add_products24<S32>(cases, "s32");
  add(cases, "mad24.hi.sat.s32", [](S32 a, S32 b, S32 c) {
    return clamp32(S64{static_cast<S32>(low24(a) * low24(b) >> 16)} + c);
  });
  add_dot_products<U8, U8>(cases, "u32.u32");
  add_dot_products<U8, S8>(cases, "u32.s32");
  add_dot_products<S8, U8>(cases, "s32.u32");
  add_dot_products<S8, S8>(cases, "s32.s32");
  return cases;
}

}  // namespace heddle::test
