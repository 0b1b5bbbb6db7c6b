// The value types of operations, named after PTX types.
#pragma once

#include <cstdint>
#include <type_traits>

namespace heddle::exec {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S8 = std::int8_t;
using S16 = std::int16_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

/// A 64-bit integer in two words, for operations that are cheaper on two words than on vectors of
/// 64-bit lanes.
struct Pair {
  U32 low = 0, high = 0;

  friend Pair operator+(Pair a, Pair b) {
    const U32 low = a.low + b.low;
    return {low, a.high + b.high + (low < a.low ? 1u : 0u)};
  }
  friend Pair operator-(Pair a, Pair b) {
    return {a.low - b.low, a.high - b.high - (a.low < b.low ? 1u : 0u)};
  }
  friend Pair operator&(Pair a, Pair b) { return {a.low & b.low, a.high & b.high}; }
  friend Pair operator|(Pair a, Pair b) { return {a.low | b.low, a.high | b.high}; }
  friend Pair operator^(Pair a, Pair b) { return {a.low ^ b.low, a.high ^ b.high}; }
  friend Pair operator~(Pair a) { return {~a.low, ~a.high}; }
  friend bool operator==(Pair a, Pair b) { return ((a.low ^ b.low) | (a.high ^ b.high)) == 0; }
  friend bool operator<(Pair a, Pair b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
};

/// A Pair that compares as a signed integer.
struct SignedPair : Pair {
  friend bool operator<(SignedPair a, SignedPair b) {
    return static_cast<S32>(a.high) < static_cast<S32>(b.high) ||
           (a.high == b.high && a.low < b.low);
  }
};

/// Two 16-bit integers in a word.
template <typename Element>
struct Packed {
  Element low = 0, high = 0;
  explicit Packed(U32 word)
      : low(static_cast<Element>(word)), high(static_cast<Element>(word >> 16)) {}
  static U32 pack(Element low, Element high) {
    return static_cast<U16>(low) | U32{static_cast<U16>(high)} << 16;
  }
};

/// A predicate: all ones or zero.
struct Flag {
  U32 word = 0;
};

/// A value and a second result, which is a predicate.
template <typename Value>
struct Carried {
  Value value;
  bool carry;
};

/// Returns `value` if the condition holds, else `other`. Works for pairs, too.
template <typename T>
T choose(bool condition, T value, T other) {
  if constexpr (sizeof(T) == 8 && std::is_base_of_v<Pair, T>) {
    T result;
    result.low = condition ? value.low : other.low;
    result.high = condition ? value.high : other.high;
    return result;
  } else {
    return condition ? value : other;
  }
}

}  // namespace heddle::exec
