#include <cmath>

#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

constexpr U64 kInvalid = 0xFFF8'0000'0000'0000, kQuiet = 0x0008'0000'0000'0000;

/// The first NaN among the operands in their order here, quiet, else the result. Which NaN wins was
/// measured on an NVIDIA H200: of products and sums the second operand's, the third's, the first's.
template <typename... Sources>
F64 with_nan_of(U64 result, Sources... sources) {
  bool found = false;
  ((kF64.is_nan(sources.bits) && !found ? (found = true, result = sources.bits | kQuiet) : 0), ...);
  return {result};
}
Arithmetic arithmetic(const Modifiers& m) { return {kF64, rounding_of(m), kInvalid}; }

void add_double_arithmetic(OpCases& cases) {
  add(cases, "add{,.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a, F64 b) {
    return with_nan_of(arithmetic(m).add(a.bits, b.bits), b, a);
  });
  add(cases, "sub{,.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a, F64 b) {
    return with_nan_of(arithmetic(m).sub(a.bits, b.bits), b, a);
  });
  add(cases, "mul{,.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a, F64 b) {
    return with_nan_of(arithmetic(m).mul(a.bits, b.bits), b, a);
  });
  add(cases, "{fma,mad}{.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a, F64 b, F64 c) {
    return with_nan_of(arithmetic(m).fma(a.bits, b.bits, c.bits), b, c, a);
  });
  add(cases, "div{.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a, F64 b) {
    return with_nan_of(arithmetic(m).div(a.bits, b.bits), a, b);
  });
  add(cases, "rcp{.rn,.rz,.rm,.rp}.f64", [](const Modifiers& m, F64 a) {
    return with_nan_of(arithmetic(m).div(0x3FF0'0000'0000'0000, a.bits), a);
  });
  add(cases, "sqrt{.rn,.rz,.rm,.rp}.f64",
      [](const Modifiers& m, F64 a) { return with_nan_of(arithmetic(m).sqrt(a.bits), a); });
}

/// The relative error against an extended result; NaN and infinity must be the same.
std::function<bool(U64, U64)> within(double bound) {
  return [bound](U64 got, U64 expected) {
    const double x = std::bit_cast<double>(got), y = std::bit_cast<double>(expected);
    if (got == expected) return true;
    return std::isfinite(x) && std::isfinite(y) && std::abs(x - y) <= bound * std::abs(y);
  };
}

/// The coarse approximations see a number's high word; subnormals are zeros.
double coarse(F64 a) {
  const U64 high = a.bits & 0xFFFF'FFFF'0000'0000;
  return std::bit_cast<double>(flushed(kF64, high, true));
}
F64 coarse_result(F64 a, double value) {
  if (kF64.is_nan(a.bits & ~U64{0xFFFF'FFFF}) || std::isnan(value)) return {0x7FFF'FFFF'0000'0000};
  return {flushed(kF64, std::bit_cast<U64>(value), true)};
}
/// Besides, the low word is zero.
std::function<bool(U64, U64)> coarsely(double bound) {
  return [near = within(bound)](U64 got, U64 expected) {
    return (got & 0xFFFF'FFFF) == 0 && near(got, expected);
  };
}

void add_approximations(OpCases& cases) {
  add(
      cases, "rsqrt.approx.f64",
      [](F64 a) {
        const double value = 1.0 / std::sqrt(std::bit_cast<double>(a.bits));
        return with_nan_of(std::isnan(value) ? kInvalid : std::bit_cast<U64>(value), a);
      },
      within(0x1p-50));
  // 20 bits of fraction in, 20 out.
  add(
      cases, "rcp.approx.ftz.f64", [](F64 a) { return coarse_result(a, 1.0 / coarse(a)); },
      coarsely(0x1p-20));
  add(
      cases, "rsqrt.approx.ftz.f64",
      [](F64 a) { return coarse_result(a, 1.0 / std::sqrt(coarse(a))); }, coarsely(0x1p-20));
}

void add_double_signs_and_tests(OpCases& cases) {
  for (const bool maximum : {false, true}) {
    add(cases, maximum ? "max.f64" : "min.f64", [=](const Modifiers& m, F64 a, F64 b) {
      if (kF64.is_nan(a.bits) && kF64.is_nan(b.bits)) return with_nan_of(0, b, a);
      return F64{extreme_of(kF64, maximum, m, a.bits, b.bits)};
    });
  }
  add(cases, "abs.f64", [](F64 a) { return with_nan_of(a.bits % kF64.sign_bit(), a); });
  add(cases, "neg.f64", [](F64 a) { return with_nan_of(a.bits + kF64.sign_bit(), a); });
  add(cases, "copysign.f64", [](F64 a, F64 b) {
    const U64 magnitude = b.bits % kF64.sign_bit();
    return F64{kF64.is_negative(a.bits) ? magnitude + kF64.sign_bit() : magnitude};
  });
  add(cases, "testp.finite.f64",
      [](F64 a) { return std::isfinite(std::bit_cast<double>(a.bits)); });
  add(cases, "testp.infinite.f64", [](F64 a) { return kF64.is_infinite(a.bits); });
  add(cases, "testp.number.f64", [](F64 a) { return !kF64.is_nan(a.bits); });
  add(cases, "testp.notanumber.f64", [](F64 a) { return kF64.is_nan(a.bits); });
  add(cases, "testp.normal.f64",
      [](F64 a) { return kF64.is_zero(a.bits) || std::isnormal(std::bit_cast<double>(a.bits)); });
  add(cases, "testp.subnormal.f64", [](F64 a) { return kF64.is_subnormal(a.bits); });
}

}  // namespace

OpCases float64_cases() {
  OpCases cases;
  add_double_arithmetic(cases);
  add_approximations(cases);
  add_double_signs_and_tests(cases);
  return cases;
}

}  // namespace heddle::test
