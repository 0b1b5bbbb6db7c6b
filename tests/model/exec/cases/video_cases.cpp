#include <algorithm>
#include <cstdlib>

#include "op_case.hpp"

namespace heddle::test {
namespace {

using Operation = S64 (*)(S64, S64);

S64 average(S64 a, S64 b) {
  const S64 sum = a + b;
  return sum >= 0 ? (sum + 1) / 2 : -((-sum + 1) / 2);
}

/// The value of an element of `width` bits.
S64 element(U32 word, unsigned position, unsigned width, bool is_signed) {
  const S64 size = S64{1} << width;
  const S64 value = S64{word} / (S64{1} << (width * position)) % size;
  return is_signed && value >= size / 2 ? value - size : value;
}

U32 apply(const Modifiers& m, Operation operation, unsigned width, bool is_signed, U32 a, U32 b) {
  const S64 size = S64{1} << width;
  const S64 low = m.type == isa::Type::s32 ? -size / 2 : 0;
  S64 result = 0;
  for (unsigned i = 32 / width; i-- > 0;) {
    S64 value = operation(element(a, i, width, is_signed), element(b, i, width, is_signed));
    if (m.saturate) value = std::clamp(value, low, low + size - 1);
    result = result * size + (value % size + size) % size;
  }
  return static_cast<U32>(result);
}
U32 total(Operation operation, unsigned width, bool is_signed, U32 a, U32 b, U32 c) {
  S64 sum = c;
  for (unsigned i = 0; i < 32 / width; ++i) {
    sum += operation(element(a, i, width, is_signed), element(b, i, width, is_signed));
  }
  return static_cast<U32>(sum);
}

void add_forms(OpCases& cases, const std::string& name, Operation operation) {
  for (const unsigned width : {8u, 16u}) {
    const std::string head = name + (width == 8 ? "4" : "2");
    for (const bool is_signed : {false, true}) {
      const std::string types = is_signed ? ".s32.s32" : ".u32.u32";
      add(cases, head + ".{u32,s32}" + types + "{,.sat}",
          [=](const Modifiers& m, U32 a, U32 b, U32) {
            return apply(m, operation, width, is_signed, a, b);
          });
      add(cases, head + ".{u32,s32}" + types + ".add",
          [=](U32 a, U32 b, U32 c) { return total(operation, width, is_signed, a, b, c); });
    }
  }
}

void add_tests(OpCases& cases, const std::string& compare, Operation operation) {
  for (const unsigned width : {8u, 16u}) {
    for (const bool is_signed : {false, true}) {
      const std::string spelling = std::string(width == 8 ? "vset4" : "vset2") +
                                   (is_signed ? ".s32.s32." : ".u32.u32.") + compare;
      add(cases, spelling, [=](const Modifiers& m, U32 a, U32 b, U32) {
        return apply(m, operation, width, is_signed, a, b);
      });
      add(cases, spelling + ".add",
          [=](U32 a, U32 b, U32 c) { return total(operation, width, is_signed, a, b, c); });
    }
  }
}

}  // namespace

OpCases video_cases() {
  OpCases cases;
  add_forms(cases, "vadd", [](S64 a, S64 b) { return a + b; });
  add_forms(cases, "vsub", [](S64 a, S64 b) { return a - b; });
  add_forms(cases, "vavrg", average);
  add_forms(cases, "vabsdiff", [](S64 a, S64 b) { return std::abs(a - b); });
  add_forms(cases, "vmin", [](S64 a, S64 b) { return std::min(a, b); });
  add_forms(cases, "vmax", [](S64 a, S64 b) { return std::max(a, b); });
  add_tests(cases, "eq", [](S64 a, S64 b) { return S64{a == b}; });
  add_tests(cases, "ne", [](S64 a, S64 b) { return S64{a != b}; });
  add_tests(cases, "lt", [](S64 a, S64 b) { return S64{a < b}; });
  add_tests(cases, "le", [](S64 a, S64 b) { return S64{a <= b}; });
  add_tests(cases, "gt", [](S64 a, S64 b) { return S64{a > b}; });
  add_tests(cases, "ge", [](S64 a, S64 b) { return S64{a >= b}; });
  return cases;
}

}  // namespace heddle::test
