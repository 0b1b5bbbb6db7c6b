// What the op test feeds operations: types for lanes' values as the references see them, and for
// each the values at the edges.
#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace heddle::test {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S8 = std::int8_t;
using S16 = std::int16_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

/// Bits of a floating-point value.
template <typename Bits, int tag>
struct FloatBits {
  Bits bits;
};
using F16 = FloatBits<U16, 0>;
using BF16 = FloatBits<U16, 1>;
using F32 = FloatBits<U32, 0>;
using F64 = FloatBits<U64, 0>;

/// Two elements in a word, or two f32 in two.
template <typename Element>
struct Pack {
  U32 bits;
};
template <>
struct Pack<F32> {
  U64 bits;
};

/// The amount of a shift, a position or a length: small numbers most of the time.
struct Amount {
  U32 value;
};

/// A generic address, near the ends of the windows most of the time.
struct Address {
  U64 value;
};

using Values = std::vector<U64>;
using Random = std::mt19937_64;

/// Values at the edges of a type, and one more by chance.
template <typename T>
const Values& edges();
template <typename T>
U64 draw(Random& random);

template <typename T>
struct Codec {
  static T decode(U64 bits) { return static_cast<T>(bits); }
};
template <typename Bits, int tag>
struct Codec<FloatBits<Bits, tag>> {
  static FloatBits<Bits, tag> decode(U64 bits) { return {static_cast<Bits>(bits)}; }
};
template <typename Element>
struct Codec<Pack<Element>> {
  static Pack<Element> decode(U64 bits) {
    return {static_cast<decltype(Pack<Element>::bits)>(bits)};
  }
};
template <>
struct Codec<Address> {
  static Address decode(U64 bits) { return {bits}; }
};
template <>
struct Codec<Amount> {
  static Amount decode(U64 bits) { return {static_cast<U32>(bits)}; }
};

}  // namespace heddle::test
