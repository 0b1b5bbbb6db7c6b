#pragma once
// Numbers of twice the precision: the unevaluated sum of two, the second at most half an ulp of the
// first. Every sum and product here is exact but for the last, small terms.

#include "device.hpp"

namespace heddle::libdevice {

template <typename T>
struct Pair {
  T high;
  T low;
};

// a + b exactly, |a| >= |b| or a = 0.
template <typename T>
inline Pair<T> ordered_sum(T a, T b) {
  const T high = sum(a, b);
  return {high, sum(difference(a, high), b)};
}
// a * b exactly.
template <typename T>
inline Pair<T> exact_product(T a, T b) {
  const T high = product(a, b);
  return {high, fma(a, b, -high)};
}
template <typename T>
inline Pair<T> operator*(Pair<T> a, Pair<T> b) {
  const Pair<T> leading = exact_product(a.high, b.high);
  return {leading.high, fma(a.high, b.low, fma(a.low, b.high, leading.low))};
}
template <typename T>
inline Pair<T> operator*(Pair<T> a, T b) {
  const Pair<T> leading = exact_product(a.high, b);
  return {leading.high, fma(a.low, b, leading.low)};
}
// |a| >= |b|, or a = 0.
template <typename T>
inline Pair<T> ordered_sum(Pair<T> a, Pair<T> b) {
  const Pair<T> leading = ordered_sum(a.high, b.high);
  return ordered_sum(leading.high, sum(leading.low, sum(a.low, b.low)));
}

}  // namespace heddle::libdevice
