#include "op_case.hpp"

namespace heddle::test {
namespace {

template <typename T>
constexpr U64 kBits = 8 * sizeof(T);

template <typename T>
void add_words(OpCases& cases, const std::string& width) {
  add(cases, "and.b" + width, [](T a, T b) { return static_cast<T>(a & b); });
  add(cases, "or.b" + width, [](T a, T b) { return static_cast<T>(a | b); });
  add(cases, "xor.b" + width, [](T a, T b) { return static_cast<T>(a ^ b); });
  add(cases, "not.b" + width, [](T a) { return static_cast<T>(-1 - a); });
  add(cases, "cnot.b" + width, [](T a) { return static_cast<T>(a == 0 ? 1 : 0); });
  // One position at a time.
  add(cases, "shl.b" + width, [](T a, Amount b) {
    for (U32 i = 0; i < std::min(b.value, 64u); ++i) a = static_cast<T>(a * 2);
    return a;
  });
  add(cases, "shr.{u,b}" + width, [](T a, Amount b) {
    for (U32 i = 0; i < std::min(b.value, 64u); ++i) a = static_cast<T>(a / 2);
    return a;
  });
  add(cases, "shr.s" + width, [](T a, Amount b) {
    using Signed = std::make_signed_t<T>;
    auto value = static_cast<Signed>(a);
    for (U32 i = 0; i < std::min(b.value, 64u); ++i) {
      value = static_cast<Signed>(value < 0 ? ~(~value / 2) : value / 2);
    }
    return static_cast<T>(value);
  });
}

/// The 64-bit value that a funnel shift works on, and how far.
U64 joined(U32 low, U32 high) { return U64{high} * 0x1'0000'0000 + low; }
void add_funnel_shifts(OpCases& cases) {
  for (const bool clamp : {false, true}) {
    const std::string mode = clamp ? "clamp" : "wrap";
    const auto amount = [=](Amount c) { return clamp ? std::min(c.value, 32u) : c.value % 32; };
    add(cases, "shf.l." + mode + ".b32", [=](U32 a, U32 b, Amount c) {
      return static_cast<U32>((joined(a, b) << amount(c)) / 0x1'0000'0000);
    });
    add(cases, "shf.r." + mode + ".b32",
        [=](U32 a, U32 b, Amount c) { return static_cast<U32>(joined(a, b) >> amount(c)); });
  }
}

U32 look_up(unsigned table, U32 a, U32 b, U32 c) {
  U32 result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned index = (a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1);
    result |= (table >> index & 1) << i;
  }
  return result;
}
void add_look_ups(OpCases& cases) {
  const std::size_t first = cases.size();
  for (unsigned table = 0; table < 256; ++table) {
    add(cases, "lop3.b32",
        [](const Modifiers& m, U32 a, U32 b, U32 c) { return look_up(m.immediate, a, b, c); });
    cases.back().modifiers.immediate = static_cast<U8>(table);
  }
  for (const unsigned table : {0x00u, 0x96u, 0xE8u, 0x40u, 0xFFu}) {
    add(cases, "lop3.and.b32", [](const Modifiers& m, U32 a, U32 b, U32 c, bool q) {
      const U32 result = look_up(m.immediate, a, b, c);
      return WithPredicate<U32>{result, result != 0 && q};
    });
    add(cases, "lop3.or.b32", [](const Modifiers& m, U32 a, U32 b, U32 c, bool q) {
      const U32 result = look_up(m.immediate, a, b, c);
      return WithPredicate<U32>{result, result != 0 || q};
    });
    // Only the predicate is wanted.
    add(cases, "lop3.or.b32", [](const Modifiers& m, U32 a, U32 b, U32 c, bool q) {
      LaneResult result;
      result.bits[1] = look_up(m.immediate, a, b, c) != 0 || q ? 1 : 0;
      result.widths[1] = 1;
      return result;
    });
    for (std::size_t i = cases.size() - 3; i < cases.size(); ++i) {
      cases[i].modifiers.immediate = static_cast<U8>(table);
    }
  }
  for (std::size_t i = first; i < cases.size(); ++i) {
    cases[i].spelling += " " + std::to_string(cases[i].modifiers.immediate);
  }
}

/// Bytes of {b, a}, lowest first, named from the highest byte of the result down as the manual's
/// table does.
U32 bytes_named(U32 a, U32 b, const char* names) {
  U32 result = 0;
  for (; *names != 0; ++names) {
    const unsigned index = static_cast<unsigned>(*names - '0');
    result = result * 256 + (joined(a, b) >> (8 * index) & 0xFF);
  }
  return result;
}
void add_permutations(OpCases& cases) {
  add(cases, "prmt.b32", [](U32 a, U32 b, U32 c) {
    U32 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned selection = c >> (4 * i) & 15;
      U32 byte = static_cast<U32>(joined(a, b) >> (8 * (selection % 8)) & 0xFF);
      if (selection >= 8) byte = byte >= 128 ? 255 : 0;
      result += byte << (8 * i);
    }
    return result;
  });
  struct Mode {
    const char* name;
    const char* bytes[4];  ///< by selector
  };
  static constexpr Mode kModes[] = {
      {"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
      {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
      {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}},
  };
  for (const Mode& mode : kModes) {
    add(cases, std::string("prmt.b32.") + mode.name,
        [&mode](U32 a, U32 b, U32 c) { return bytes_named(a, b, mode.bytes[c % 4]); });
  }
}

}  // namespace

OpCases logic_cases() {
  OpCases cases;
  add_words<U16>(cases, "16");
  add_words<U32>(cases, "32");
  add_words<U64>(cases, "64");
  add_funnel_shifts(cases);
  add_look_ups(cases);
  add_permutations(cases);
  return cases;
}

}  // namespace heddle::test
