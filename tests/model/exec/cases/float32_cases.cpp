#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

F32 f32(U64 bits) { return {static_cast<U32>(bits)}; }

/// Through the rules: operands flushed, the result flushed and saturated.
template <typename Function, typename... Sources>
F32 apply(const Modifiers& m, Function function, Sources... sources) {
  return f32(Rules(kF32, m).apply(function, U64{sources.bits}...));
}

void add_arithmetic(OpCases& cases) {
  const std::string tail = "{,.ftz}{,.sat}.f32";
  using A = const Arithmetic&;
  add(cases, "add{,.rn,.rz,.rm,.rp}" + tail, [](const Modifiers& m, F32 a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.add(p, q); }, a, b);
  });
  add(cases, "sub{,.rn,.rz,.rm,.rp}" + tail, [](const Modifiers& m, F32 a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.sub(p, q); }, a, b);
  });
  add(cases, "mul{,.rn,.rz,.rm,.rp}" + tail, [](const Modifiers& m, F32 a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.mul(p, q); }, a, b);
  });
  const auto fma = [](const Modifiers& m, F32 a, F32 b, F32 c) {
    return apply(m, [](A x, U64 p, U64 q, U64 r) { return x.fma(p, q, r); }, a, b, c);
  };
  add(cases, "fma{.rn,.rz,.rm,.rp}" + tail, fma);
  add(cases, "mad{,.rn,.rz,.rm,.rp}" + tail, fma);
  add(cases, "div{.rn,.rz,.rm,.rp}{,.ftz}.f32", [](const Modifiers& m, F32 a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.div(p, q); }, a, b);
  });
  add(cases, "rcp{.rn,.rz,.rm,.rp}{,.ftz}.f32", [](const Modifiers& m, F32 a) {
    return apply(m, [](A x, U64 p, U64 q) { return x.div(p, q); }, F32{0x3F800000}, a);
  });
  add(cases, "sqrt{.rn,.rz,.rm,.rp}{,.ftz}.f32",
      [](const Modifiers& m, F32 a) { return apply(m, [](A x, U64 p) { return x.sqrt(p); }, a); });
}

/// On both words of 64 bits.
template <typename Function, typename... Sources>
U64 twice(const Modifiers& m, Function function, Sources... sources) {
  const F32 low = apply(m, function, F32{static_cast<U32>(sources)}...);
  const F32 high = apply(m, function, F32{static_cast<U32>(sources >> 32)}...);
  return low.bits | U64{high.bits} << 32;
}

void add_pairs(OpCases& cases) {
  using A = const Arithmetic&;
  const std::string tail = "{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2";
  add(cases, "add" + tail, [](const Modifiers& m, Pack<F32> a, Pack<F32> b) {
    return twice(m, [](A x, U64 p, U64 q) { return x.add(p, q); }, a.bits, b.bits);
  });
  add(cases, "sub" + tail, [](const Modifiers& m, Pack<F32> a, Pack<F32> b) {
    return twice(m, [](A x, U64 p, U64 q) { return x.sub(p, q); }, a.bits, b.bits);
  });
  add(cases, "mul" + tail, [](const Modifiers& m, Pack<F32> a, Pack<F32> b) {
    return twice(m, [](A x, U64 p, U64 q) { return x.mul(p, q); }, a.bits, b.bits);
  });
  add(cases, "fma{.rn,.rz,.rm,.rp}{,.ftz}.f32x2",
      [](const Modifiers& m, Pack<F32> a, Pack<F32> b, Pack<F32> c) {
        return twice(
            m, [](A x, U64 p, U64 q, U64 r) { return x.fma(p, q, r); }, a.bits, b.bits, c.bits);
      });
}

/// A narrower value in single precision: exact, but for its NaNs.
template <typename Narrow>
F32 widened(Narrow a) {
  const Format format = format_of(a);
  if (format.is_nan(a.bits)) return f32(canonical_nan(kF32));
  const U64 sign = format.is_negative(a.bits) ? kF32.sign_bit() : 0;
  if (format.is_infinite(a.bits)) return f32(sign | kF32.infinity());
  return f32(round(exact(format, a.bits), kF32, isa::Rounding::rn));
}

template <typename Narrow>
void add_mixed(OpCases& cases, const std::string& type) {
  using A = const Arithmetic&;
  const std::string tail = "{,.rn,.rz,.rm,.rp}{,.sat}.f32." + type;
  add(cases, "add" + tail, [](const Modifiers& m, Narrow a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.add(p, q); }, widened(a), b);
  });
  add(cases, "sub" + tail, [](const Modifiers& m, Narrow a, F32 b) {
    return apply(m, [](A x, U64 p, U64 q) { return x.sub(p, q); }, widened(a), b);
  });
  add(cases, "fma{.rn,.rz,.rm,.rp}{,.sat}.f32." + type,
      [](const Modifiers& m, Narrow a, Narrow b, F32 c) {
        return apply(
            m, [](A x, U64 p, U64 q, U64 r) { return x.fma(p, q, r); }, widened(a), widened(b), c);
      });
}

void add_extremes(OpCases& cases) {
  for (const bool maximum : {false, true}) {
    const std::string name = maximum ? "max" : "min";
    const auto of_two = [=](const Modifiers& m, U64 a, U64 b) {
      const Rules rules(kF32, m);
      return extreme_of(kF32, maximum, m, rules.in(a), rules.in(b));
    };
    add(cases, name + "{,.ftz}{,.NaN}{,.xorsign.abs}.f32",
        [=](const Modifiers& m, F32 a, F32 b) { return f32(of_two(m, a.bits, b.bits)); });
    add(cases, name + "{,.ftz}{,.NaN}{,.abs}.f32", [=](const Modifiers& m, F32 a, F32 b, F32 c) {
      return f32(of_two(m, of_two(m, a.bits, b.bits), c.bits));
    });
  }
}

void add_signs_and_tests(OpCases& cases) {
  add(cases, "abs{,.ftz}.f32", [](const Modifiers& m, F32 a) {
    if (kF32.is_nan(a.bits)) return f32(canonical_nan(kF32));
    return f32(flushed(kF32, a.bits, m.ftz) & ~kF32.sign_bit());
  });
  add(cases, "neg{,.ftz}.f32", [](const Modifiers& m, F32 a) {
    if (kF32.is_nan(a.bits)) return f32(canonical_nan(kF32));
    return f32(flushed(kF32, a.bits, m.ftz) ^ kF32.sign_bit());
  });
  add(cases, "copysign.f32", [](F32 a, F32 b) {
    const U32 magnitude = b.bits % 0x80000000u;
    return F32{kF32.is_negative(a.bits) ? magnitude + 0x80000000u : magnitude};
  });
  add(cases, "testp.finite.f32",
      [](F32 a) { return !kF32.is_nan(a.bits) && !kF32.is_infinite(a.bits); });
  add(cases, "testp.infinite.f32", [](F32 a) { return kF32.is_infinite(a.bits); });
  add(cases, "testp.number.f32", [](F32 a) { return !kF32.is_nan(a.bits); });
  add(cases, "testp.notanumber.f32", [](F32 a) { return kF32.is_nan(a.bits); });
  add(cases, "testp.normal.f32", [](F32 a) {
    return !kF32.is_nan(a.bits) && !kF32.is_infinite(a.bits) && !kF32.is_subnormal(a.bits);
  });
  add(cases, "testp.subnormal.f32", [](F32 a) { return kF32.is_subnormal(a.bits); });
}

}  // namespace

OpCases float32_cases() {
  OpCases cases;
  add_arithmetic(cases);
  add_pairs(cases);
  add_mixed<F16>(cases, "f16");
  add_mixed<BF16>(cases, "bf16");
  add_extremes(cases);
  add_signs_and_tests(cases);
  return cases;
}

}  // namespace heddle::test
