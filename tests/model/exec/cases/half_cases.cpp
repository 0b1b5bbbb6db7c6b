#include <cmath>

#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

/// An operation on one half: operands and modifiers to bits.
using Half1 = U64 (*)(Format, const Modifiers&, U64);
using Half2 = U64 (*)(Format, const Modifiers&, U64, U64);
using Half3 = U64 (*)(Format, const Modifiers&, U64, U64, U64);

template <typename Operation, typename... Bits>
U64 by_rules(Format format, const Modifiers& m, Operation operation, Bits... bits) {
  return Rules(format, m).apply(operation, bits...);
}
using A = const Arithmetic&;
U64 add(Format f, const Modifiers& m, U64 a, U64 b) {
  return by_rules(f, m, [](A x, U64 p, U64 q) { return x.add(p, q); }, a, b);
}
U64 sub(Format f, const Modifiers& m, U64 a, U64 b) {
  return by_rules(f, m, [](A x, U64 p, U64 q) { return x.sub(p, q); }, a, b);
}
U64 mul(Format f, const Modifiers& m, U64 a, U64 b) {
  return by_rules(f, m, [](A x, U64 p, U64 q) { return x.mul(p, q); }, a, b);
}
U64 fma(Format f, const Modifiers& m, U64 a, U64 b, U64 c) {
  return by_rules(f, m, [](A x, U64 p, U64 q, U64 r) { return x.fma(p, q, r); }, a, b, c);
}
U64 min(Format f, const Modifiers& m, U64 a, U64 b) {
  const Rules rules(f, m);
  return rules.out(extreme_of(f, false, m, rules.in(a), rules.in(b)));
}
U64 max(Format f, const Modifiers& m, U64 a, U64 b) {
  const Rules rules(f, m);
  return rules.out(extreme_of(f, true, m, rules.in(a), rules.in(b)));
}
U64 abs(Format f, const Modifiers& m, U64 a) {
  if (f.is_nan(a)) return canonical_nan(f);
  return flushed(f, a, m.ftz) & ~f.sign_bit();
}
U64 neg(Format f, const Modifiers& m, U64 a) {
  if (f.is_nan(a)) return canonical_nan(f);
  return flushed(f, a, m.ftz) ^ f.sign_bit();
}

/// The nearest value to a function of the operand, and its neighbours.
double value(Format f, U64 bits) {
  if (f.is_nan(bits)) return NAN;
  const U64 wide = f.is_infinite(bits)
                       ? kF64.infinity()
                       : round(exact(f, bits & ~f.sign_bit()), kF64, isa::Rounding::rn);
  return std::bit_cast<double>(wide | (f.is_negative(bits) ? kF64.sign_bit() : 0));
}
U64 nearest(Format f, double value) {
  const U64 bits = std::bit_cast<U64>(value);
  if (std::isnan(value)) return canonical_nan(f);
  if (std::isinf(value)) return f.infinity() | (value < 0 ? f.sign_bit() : 0);
  return round(exact(kF64, bits), f, isa::Rounding::rn);
}
U64 ex2(Format f, const Modifiers& m, U64 a) {
  return flushed(f, nearest(f, std::exp2(value(f, flushed(f, a, m.ftz)))), m.ftz);
}
U64 tanh(Format f, const Modifiers&, U64 a) { return nearest(f, std::tanh(value(f, a))); }

/// Equal, or a neighbour: values of a sign are in the order of their bits.
bool is_close(U64 got, U64 expected) {
  return got == expected || got + 1 == expected || expected + 1 == got;
}
bool are_close(U64 got, U64 expected) {
  return is_close(got & 0xFFFF, expected & 0xFFFF) && is_close(got >> 16, expected >> 16);
}

template <typename T>
struct Forms {
  OpCases& cases;
  std::string type;

  std::string spell(const char* head, const char* modifiers) const {
    return std::string(head) + modifiers + "." + type;
  }
  static T alone(U64 bits) { return {static_cast<U16>(bits)}; }
  static Pack<T> packed(U64 low, U64 high) { return {static_cast<U32>(low | high << 16)}; }
  void one(const char* head, const char* modifiers, Half1 f, bool close = false) const {
    test::add(
        cases, spell(head, modifiers),
        [=](const Modifiers& m, T a) { return alone(f(format_of(a), m, a.bits)); },
        close ? is_close : nullptr);
    test::add(
        cases, spell(head, modifiers) + "x2",
        [=](const Modifiers& m, Pack<T> a) {
          const Format format = format_of(T{});
          return packed(f(format, m, a.bits & 0xFFFF), f(format, m, a.bits >> 16));
        },
        close ? are_close : nullptr);
  }
  void two(const char* head, const char* modifiers, Half2 f) const {
    test::add(cases, spell(head, modifiers), [=](const Modifiers& m, T a, T b) {
      return alone(f(format_of(a), m, a.bits, b.bits));
    });
    test::add(cases, spell(head, modifiers) + "x2", [=](const Modifiers& m, Pack<T> a, Pack<T> b) {
      const Format format = format_of(T{});
      return packed(f(format, m, a.bits & 0xFFFF, b.bits & 0xFFFF),
                    f(format, m, a.bits >> 16, b.bits >> 16));
    });
  }
  void three(const char* head, const char* modifiers, Half3 f) const {
    test::add(cases, spell(head, modifiers), [=](const Modifiers& m, T a, T b, T c) {
      return alone(f(format_of(a), m, a.bits, b.bits, c.bits));
    });
    test::add(cases, spell(head, modifiers) + "x2",
              [=](const Modifiers& m, Pack<T> a, Pack<T> b, Pack<T> c) {
                const Format format = format_of(T{});
                return packed(f(format, m, a.bits & 0xFFFF, b.bits & 0xFFFF, c.bits & 0xFFFF),
                              f(format, m, a.bits >> 16, b.bits >> 16, c.bits >> 16));
              });
  }
};

}  // namespace

OpCases half_cases() {
  OpCases cases;
  const Forms<F16> f16{cases, "f16"};
  const Forms<BF16> bf16{cases, "bf16"};
  f16.two("add", "{,.rn}{,.ftz}{,.sat}", add);
  f16.two("sub", "{,.rn}{,.ftz}{,.sat}", sub);
  f16.two("mul", "{,.rn}{,.ftz}{,.sat}", mul);
  f16.three("fma.rn", "{,.ftz}{,.sat,.relu}", fma);
  f16.two("min", "{,.ftz}{,.NaN}{,.xorsign.abs}", min);
  f16.two("max", "{,.ftz}{,.NaN}{,.xorsign.abs}", max);
  f16.one("abs", "{,.ftz}", abs);
  f16.one("neg", "{,.ftz}", neg);
  f16.one("ex2.approx", "{,.ftz}", ex2, true);
  f16.one("tanh.approx", "", tanh, true);
  bf16.two("add", "{,.rn}", add);
  bf16.two("sub", "{,.rn}", sub);
  bf16.two("mul", "{,.rn}", mul);
  bf16.three("fma.rn", "{,.relu}", fma);
  bf16.two("min", "{,.NaN}{,.xorsign.abs}", min);
  bf16.two("max", "{,.NaN}{,.xorsign.abs}", max);
  bf16.one("abs", "", abs);
  bf16.one("neg", "", neg);
  bf16.one("ex2.approx", ".ftz", ex2, true);
  bf16.one("tanh.approx", "", tanh, true);
  return cases;
}

}  // namespace heddle::test
