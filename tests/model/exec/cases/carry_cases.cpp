// Chains of additions, subtractions and multiplications. The carry flag is the bit above the
// result; of a subtraction, the borrow.
#include "op_case.hpp"
#include "reference/exact.hpp"

namespace heddle::test {
namespace {

__extension__ typedef __int128 Signed128;

template <typename T>
WithPredicate<T> with_carry(Wide value) {
  return {static_cast<T>(value), (value >> (8 * sizeof(T)) & 1) != 0};
}

template <typename T>
void add_chain(OpCases& cases, const std::string& types) {
  add(cases, "add.cc." + types, [](T a, T b) { return with_carry<T>(Wide{a} + b); });
  add(cases, "addc.cc." + types,
      [](T a, T b, bool c) { return with_carry<T>(Wide{a} + b + (c ? 1 : 0)); });
  add(cases, "addc." + types,
      [](T a, T b, bool c) { return static_cast<T>(Wide{a} + b + (c ? 1 : 0)); });
  add(cases, "sub.cc." + types, [](T a, T b) { return with_carry<T>(Wide{a} - b); });
  add(cases, "subc.cc." + types,
      [](T a, T b, bool c) { return with_carry<T>(Wide{a} - b - (c ? 1 : 0)); });
  add(cases, "subc." + types,
      [](T a, T b, bool c) { return static_cast<T>(Wide{a} - b - (c ? 1 : 0)); });
}

/// `half` takes the low or the high word of the exact product; T is unsigned, Source as spelled.
template <typename T, typename Source>
void add_mad_chain(OpCases& cases, const std::string& half, const std::string& types) {
  const unsigned shift = half == "lo" ? 0 : 8 * sizeof(T);
  const auto word = [shift](Source a, Source b) {
    return static_cast<T>(static_cast<Wide>(Signed128{a} * Signed128{b}) >> shift);
  };
  const auto unsigned_word = [shift](Source a, Source b) {
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> shift);
  };
  const auto product = [=](Source a, Source b) {
    return std::is_signed_v<Source> ? word(a, b) : unsigned_word(a, b);
  };
  const std::string tail = types;
  add(cases, "mad." + half + ".cc." + tail,
      [=](Source a, Source b, T c) { return with_carry<T>(Wide{product(a, b)} + c); });
  add(cases, "madc." + half + ".cc." + tail, [=](Source a, Source b, T c, bool carry) {
    return with_carry<T>(Wide{product(a, b)} + c + (carry ? 1 : 0));
  });
  add(cases, "madc." + half + "." + tail, [=](Source a, Source b, T c, bool carry) {
    return static_cast<T>(Wide{product(a, b)} + c + (carry ? 1 : 0));
  });
}

}  // namespace

OpCases carry_cases() {
  OpCases cases;
  add_chain<U32>(cases, "{u32,s32}");
  add_chain<U64>(cases, "{u64,s64}");
  add_mad_chain<U32, U32>(cases, "lo", "{u32,s32}");
  add_mad_chain<U64, U64>(cases, "lo", "{u64,s64}");
  add_mad_chain<U32, U32>(cases, "hi", "u32");
  add_mad_chain<U32, S32>(cases, "hi", "s32");
  add_mad_chain<U64, U64>(cases, "hi", "u64");
  add_mad_chain<U64, S64>(cases, "hi", "s64");
  return cases;
}

}  // namespace heddle::test
