#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

using isa::Boolean;
using isa::Compare;

enum class Order { less, equal, greater, unordered };

template <typename T>
Order order_of(const Modifiers&, T a, T b) {
  return a < b ? Order::less : a == b ? Order::equal : Order::greater;
}
Order order_of_floats(Format format, U64 a, U64 b, bool ftz) {
  if (format.is_nan(a) || format.is_nan(b)) return Order::unordered;
  const int order = compare(format, flushed(format, a, ftz), flushed(format, b, ftz));
  return order < 0 ? Order::less : order == 0 ? Order::equal : Order::greater;
}
template <typename Bits, int tag>
Order order_of(const Modifiers& m, FloatBits<Bits, tag> a, FloatBits<Bits, tag> b) {
  return order_of_floats(format_of(a), a.bits, b.bits, m.ftz);
}

/// The orders in which each comparison holds.
bool holds(Compare compare, Order order) {
  const bool less = order == Order::less, equal = order == Order::equal;
  const bool greater = order == Order::greater, unordered = order == Order::unordered;
  switch (compare) {
    case Compare::eq:
      return equal;
    case Compare::ne:
      return less || greater;
    case Compare::lt:
    case Compare::lo:
      return less;
    case Compare::le:
    case Compare::ls:
      return less || equal;
    case Compare::gt:
    case Compare::hi:
      return greater;
    case Compare::ge:
    case Compare::hs:
      return greater || equal;
    case Compare::equ:
      return equal || unordered;
    case Compare::neu:
      return !equal;
    case Compare::ltu:
      return less || unordered;
    case Compare::leu:
      return !greater;
    case Compare::gtu:
      return greater || unordered;
    case Compare::geu:
      return !less;
    case Compare::num:
      return !unordered;
    case Compare::nan:
      return unordered;
    case Compare::none:
      break;
  }
  return false;
}

bool combine(Boolean boolean, bool test, bool other) {
  switch (boolean) {
    case Boolean::and_:
      return test && other;
    case Boolean::or_:
      return test || other;
    case Boolean::xor_:
      return test != other;
    case Boolean::none:
      break;
  }
  return test;
}

const std::string kSigned = "eq,ne,lt,le,gt,ge";
const std::string kUnsigned = kSigned + ",lo,ls,hi,hs";
const std::string kFloats = kSigned + ",equ,neu,ltu,leu,gtu,geu,num,nan";

/// `ftz` is "{,.ftz}" where the type has it.
template <typename T>
void add_setp(OpCases& cases, const std::string& compares, const std::string& ftz,
              const std::string& types) {
  const std::string head = "setp{." + compares + "}", tail = ftz + "." + types;
  std::string dotted;
  for (const char c : head) dotted += c == ',' ? ",." : std::string(1, c);
  add(cases, dotted + tail,
      [](const Modifiers& m, T a, T b) { return holds(m.compare, order_of(m, a, b)); });
  add(cases, dotted + tail, [](const Modifiers& m, T a, T b) {
    const bool test = holds(m.compare, order_of(m, a, b));
    return TwoPredicates{test, !test};
  });
  add(cases, dotted + "{.and,.or,.xor}" + tail, [](const Modifiers& m, T a, T b, bool c) {
    const bool test = holds(m.compare, order_of(m, a, b));
    return TwoPredicates{combine(m.boolean, test, c), combine(m.boolean, !test, c)};
  });
}

/// What set writes for true.
U32 true_of(isa::Type type) {
  switch (type) {
    case isa::Type::f32:
      return 0x3F800000;
    case isa::Type::f16:
      return 0x3C00;
    case isa::Type::bf16:
      return 0x3F80;
    default:
      return 0xFFFFFFFF;
  }
}
LaneResult set_result(isa::Type type, bool test) {
  LaneResult result;
  const bool narrow = isa::bytes_of(type) == 2;
  result.widths[0] = narrow ? 16 : 32;
  result.bits[0] = test ? true_of(type) & (narrow ? 0xFFFF : 0xFFFFFFFF) : 0;
  return result;
}
template <typename T>
void add_set(OpCases& cases, const std::string& compares, const std::string& ftz,
             const std::string& results, const std::string& types) {
  std::string dotted;
  for (const char c : "set{." + compares + "}") dotted += c == ',' ? ",." : std::string(1, c);
  const std::string tail = ftz + "." + results + "." + types;
  add(cases, dotted + tail, [](const Modifiers& m, T a, T b) {
    return set_result(m.type, holds(m.compare, order_of(m, a, b)));
  });
  add(cases, dotted + "{.and,.or,.xor}" + tail, [](const Modifiers& m, T a, T b, bool c) {
    const bool test = holds(m.compare, order_of(m, a, b));
    return set_result(m.type, combine(m.boolean, test, c));
  });
}

template <typename T>
bool test_half(const Modifiers& m, Pack<T> a, Pack<T> b, unsigned shift) {
  const T x{static_cast<U16>(a.bits >> shift)}, y{static_cast<U16>(b.bits >> shift)};
  return holds(m.compare, order_of(m, x, y));
}
template <typename T>
void add_packed(OpCases& cases, const std::string& ftz, const std::string& type) {
  std::string compares;
  for (const char c : kFloats) compares += c == ',' ? ",." : std::string(1, c);
  add(cases, "setp{." + compares + "}" + ftz + "." + type,
      [](const Modifiers& m, Pack<T> a, Pack<T> b) {
        return TwoPredicates{test_half(m, a, b, 0), test_half(m, a, b, 16)};
      });
  add(cases, "setp{." + compares + "}{.and,.or,.xor}" + ftz + "." + type,
      [](const Modifiers& m, Pack<T> a, Pack<T> b, bool c) {
        return TwoPredicates{combine(m.boolean, test_half(m, a, b, 0), c),
                             combine(m.boolean, test_half(m, a, b, 16), c)};
      });
  const U32 one = true_of(type == "f16x2" ? isa::Type::f16 : isa::Type::bf16);
  add(cases, "set{." + compares + "}" + ftz + ".{" + type + ",u32,s32}." + type,
      [one](const Modifiers& m, Pack<T> a, Pack<T> b) {
        const U32 value = isa::is_signed(m.type) || m.type == isa::Type::u32 ? 0xFFFF : one;
        return (test_half(m, a, b, 0) ? value : 0) + (test_half(m, a, b, 16) ? value : 0) * 0x10000;
      });
}

template <typename T>
void add_selections(OpCases& cases, const std::string& types) {
  add(cases, "selp." + types, [](T a, T b, bool c) { return c ? a : b; });
  add(cases, "slct." + types + ".s32", [](T a, T b, S32 c) { return c < 0 ? b : a; });
  add(cases, "slct{,.ftz}." + types + ".f32", [](const Modifiers& m, T a, T b, F32 c) {
    const U64 selector = flushed(kF32, c.bits, m.ftz);
    const bool second =
        kF32.is_nan(selector) || (kF32.is_negative(selector) && !kF32.is_zero(selector));
    return second ? b : a;
  });
}

}  // namespace

OpCases compare_cases() {
  OpCases cases;
  add_setp<U16>(cases, kUnsigned, "", "{u16,b16}");
  add_setp<S16>(cases, kSigned, "", "s16");
  add_setp<U32>(cases, kUnsigned, "", "{u32,b32}");
  add_setp<S32>(cases, kSigned, "", "s32");
  add_setp<U64>(cases, kUnsigned, "", "{u64,b64}");
  add_setp<S64>(cases, kSigned, "", "s64");
  add_setp<F32>(cases, kFloats, "{,.ftz}", "f32");
  add_setp<F64>(cases, kFloats, "", "f64");
  add_setp<F16>(cases, kFloats, "{,.ftz}", "f16");
  add_setp<BF16>(cases, kFloats, "", "bf16");
  add_set<U16>(cases, kUnsigned, "", "{u32,s32,f32}", "{u16,b16}");
  add_set<S16>(cases, kSigned, "", "{u32,s32,f32}", "s16");
  add_set<U32>(cases, kUnsigned, "", "{u32,s32,f32}", "{u32,b32}");
  add_set<S32>(cases, kSigned, "", "{u32,s32,f32}", "s32");
  add_set<U64>(cases, kUnsigned, "", "{u32,s32,f32}", "{u64,b64}");
  add_set<S64>(cases, kSigned, "", "{u32,s32,f32}", "s64");
  add_set<F32>(cases, kFloats, "{,.ftz}", "{u32,s32,f32}", "f32");
  add_set<F64>(cases, kFloats, "", "{u32,s32,f32}", "f64");
  add_set<F16>(cases, kFloats, "{,.ftz}", "{u16,s16,u32,s32,f16}", "f16");
  add_set<BF16>(cases, kFloats, "", "{u16,s16,u32,s32,bf16}", "bf16");
  add_packed<F16>(cases, "{,.ftz}", "f16x2");
  add_packed<BF16>(cases, "", "bf16x2");
  add_selections<U16>(cases, "{b16,u16,s16}");
  add_selections<U32>(cases, "{b32,u32,s32,f32}");
  add_selections<U64>(cases, "{b64,u64,s64,f64}");
  return cases;
}

}  // namespace heddle::test
