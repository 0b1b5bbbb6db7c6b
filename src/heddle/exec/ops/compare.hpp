// Comparisons as functions of a warp's operands.
#pragma once

#include <array>
#include <utility>

#include "heddle/exec/ops/floating.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/isa/terms/compare.hpp"

namespace heddle::exec {

using isa::Compare;
using isa::without_sign;
inline constexpr std::size_t kCompares = static_cast<std::size_t>(Compare::nan) + 1;

/// Returns the lanes in which the comparison of source 0 with source 1 is true. Computes all 32
/// lanes.
using CompareFunction = LaneMask (*)(const Operands&);

/// Integers have only the comparisons from eq to ge. Floats also have the comparisons from equ on.
constexpr bool is_for_all(Compare compare) {
  return compare >= Compare::eq && compare <= Compare::ge;
}
constexpr bool is_for_floats(Compare compare) {
  return is_for_all(compare) || compare >= Compare::equ;
}

template <Compare compare, typename T>
bool holds(T a, T b) {
  if constexpr (compare == Compare::eq) return a == b;
  if constexpr (compare == Compare::ne) return !(a == b);
  if constexpr (compare == Compare::lt) return a < b;
  if constexpr (compare == Compare::le) return !(b < a);
  if constexpr (compare == Compare::gt) return b < a;
  if constexpr (compare == Compare::ge) return !(a < b);
}

template <Compare compare, typename Float>
bool holds_for_floats(Float a, Float b) {
  const bool unordered = (a != a) | (b != b);
  if constexpr (compare == Compare::eq) return a == b;
  if constexpr (compare == Compare::ne) return (a < b) | (a > b);
  if constexpr (compare == Compare::lt) return a < b;
  if constexpr (compare == Compare::le) return a <= b;
  if constexpr (compare == Compare::gt) return a > b;
  if constexpr (compare == Compare::ge) return a >= b;
  if constexpr (compare == Compare::equ) return (a == b) | unordered;
  if constexpr (compare == Compare::neu) return a != b;
  if constexpr (compare == Compare::ltu) return !(a >= b);
  if constexpr (compare == Compare::leu) return !(a > b);
  if constexpr (compare == Compare::gtu) return !(a <= b);
  if constexpr (compare == Compare::geu) return !(a < b);
  if constexpr (compare == Compare::num) return !unordered;
  if constexpr (compare == Compare::nan) return unordered;
}

/// Returns the lanes in which test(source 0, source 1) is true.
template <typename T, auto test>
LaneMask test_lanes(const Operands& operands) {
  if constexpr (kIsWide<T>) {
    const WideSources<T, T> sources(operands);
    WideResult<bool> result;
    for (unsigned i = 0; i < kWarpSize; ++i) {
      result.put(i, test(sources.template get<T>(0, i), sources.template get<T>(1, i)));
    }
    return result.lanes();
  } else {
    const Source<T> a(operands, 0), b(operands, 1);
    LaneMask mask = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      mask |= test(a[lane], b[lane]) ? LaneMask{1} << lane : 0;
    }
    return mask;
  }
}

template <typename T, Compare compare>
LaneMask compare_integers(const Operands& operands) {
  return test_lanes<T, holds<compare, T>>(operands);
}

template <typename T, bool ftz, Compare compare>
LaneMask compare_floats(const Operands& operands) {
  constexpr auto kTest = [](T a, T b) {
    return holds_for_floats<compare>(widen(flush_if<ftz>(a)), widen(flush_if<ftz>(b)));
  };
  return test_lanes<T, kTest>(operands);
}

}  // namespace heddle::exec
