#include "values.hpp"

#include "heddle/isa/program.hpp"
#include "reference/exact.hpp"

namespace heddle::test {
namespace {

U64 mask_of(int width) { return width == 64 ? ~U64{0} : (U64{1} << width) - 1; }

Values integer_edges(int width) {
  Values values = {0, 1, 2, 3, 5, 7, 10, 0x55, 0xAA, 100, 0x1234567890ABCDEF};
  for (const int bit : {4, 7, 8, 15, 16, 23, 24, 31, 32, 47, 52, 53, 63}) {
    if (bit >= width) break;
    for (const U64 value : {(U64{1} << bit) - 1, U64{1} << bit, (U64{1} << bit) + 1}) {
      values.push_back(value);
    }
  }
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(0 - values[i]);
  for (U64& value : values) value &= mask_of(width);
  return values;
}

Values float_edges(Format format) {
  const U64 hidden = U64{1} << format.fraction_bits;
  const U64 one = static_cast<U64>(format.bias()) << format.fraction_bits;
  const U64 inf = format.infinity();
  Values values = {0,
                   1,
                   2,
                   hidden - 1,
                   hidden,
                   hidden + 1,
                   one,
                   one - 1,
                   one + 1,
                   one + hidden,
                   one - hidden,
                   one + hidden / 2,
                   one + hidden + hidden / 2,
                   inf - 1,
                   inf,
                   inf + 1,
                   inf + hidden / 2,
                   inf + hidden - 1};
  // Small integers, and those and a half: ties of roundings to integers.
  for (const double value : {3.0, 4.5, 6.5, 127.5, 255.0, 1000.25}) {
    values.push_back(round(exact(kF64, std::bit_cast<U64>(value)), format, isa::Rounding::rn));
  }
  // Around the ends of the integer types.
  for (const int power : {7, 8, 15, 16, 24, 31, 32, 52, 53, 63, 64, 126}) {
    if (power > format.bias()) break;
    const U64 bits = one + static_cast<U64>(power) * hidden;
    for (const U64 value : {bits - 1, bits, bits + 1}) values.push_back(value);
  }
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(values[i] | format.sign_bit());
  return values;
}

/// Any bits; or exponents within a few of each other, where sums cancel and round.
U64 draw_float(Format format, Random& random) {
  const U64 bits = random() & mask_of(format.width);
  if (random() % 4 == 0) return bits;
  const int exponent = format.bias() - 6 + static_cast<int>(random() % 12);
  U64 fraction = bits & (mask_of(format.fraction_bits));
  if (random() % 2 == 0) fraction &= ~mask_of(format.fraction_bits * 3 / 4);
  return (bits & format.sign_bit()) | static_cast<U64>(exponent) << format.fraction_bits | fraction;
}

template <typename T>
constexpr int kWidth = 8 * sizeof(T);

Values packed_edges(const Values& halves, int width) {
  Values values;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    values.push_back(halves[i] | halves[(i * 7 + 3) % halves.size()] << width);
  }
  return values;
}

Values amount_edges() {
  Values values;
  for (U64 amount = 0; amount <= 66; ++amount) values.push_back(amount);
  for (const U64 amount : {127, 128, 255, 256, 257, 0x105, 0x120}) values.push_back(amount);
  for (const U64 amount : {0x10000u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
    values.push_back(amount);
  }
  return values;
}

}  // namespace

#define HEDDLE_INTEGER(type)                                            \
  template <>                                                           \
  const Values& edges<type>() {                                         \
    static const Values values = integer_edges(kWidth<type>);           \
    return values;                                                      \
  }                                                                     \
  template <>                                                           \
  U64 draw<type>(Random & random) {                                     \
    return random() >> random() % kWidth<type> & mask_of(kWidth<type>); \
  }
HEDDLE_INTEGER(U8)
HEDDLE_INTEGER(S8)
HEDDLE_INTEGER(U16)
HEDDLE_INTEGER(S16)
HEDDLE_INTEGER(U32)
HEDDLE_INTEGER(S32)
HEDDLE_INTEGER(U64)
HEDDLE_INTEGER(S64)
#undef HEDDLE_INTEGER

#define HEDDLE_FLOAT(type, format)                    \
  template <>                                         \
  const Values& edges<type>() {                       \
    static const Values values = float_edges(format); \
    return values;                                    \
  }                                                   \
  template <>                                         \
  U64 draw<type>(Random & random) {                   \
    return draw_float(format, random);                \
  }                                                   \
  static_assert(true)
HEDDLE_FLOAT(F16, kF16);
HEDDLE_FLOAT(BF16, kBF16);
HEDDLE_FLOAT(F32, kF32);
HEDDLE_FLOAT(F64, kF64);
#undef HEDDLE_FLOAT

#define HEDDLE_PACK(type)                                                   \
  template <>                                                               \
  const Values& edges<Pack<type>>() {                                       \
    static const Values values = packed_edges(edges<type>(), kWidth<type>); \
    return values;                                                          \
  }                                                                         \
  template <>                                                               \
  U64 draw<Pack<type>>(Random & random) {                                   \
    return draw<type>(random) | draw<type>(random) << kWidth<type>;         \
  }                                                                         \
  static_assert(true)
HEDDLE_PACK(F16);
HEDDLE_PACK(BF16);
HEDDLE_PACK(F32);
HEDDLE_PACK(U16);
HEDDLE_PACK(S16);
#undef HEDDLE_PACK

template <>
const Values& edges<Amount>() {
  static const Values values = amount_edges();
  return values;
}
template <>
U64 draw<Amount>(Random& random) {
  return random() % 4 == 0 ? random() & 0xFFFFFFFF : random() % 70;
}

template <>
const Values& edges<Address>() {
  static const Values values = [] {
    Values ends;
    for (const U64 start :
         {isa::kSharedWindow, isa::kSharedWindow + isa::kSharedWindowBytes, isa::kLocalWindow,
          isa::kLocalWindow + isa::kLocalWindowBytes, isa::kGlobalBase, Addr{0}, Addr{1} << 32}) {
      for (const U64 address : {start - 1, start, start + 1}) ends.push_back(address);
    }
    return ends;
  }();
  return values;
}
template <>
U64 draw<Address>(Random& random) {
  return random() >> random() % 64;
}

template <>
const Values& edges<bool>() {
  static const Values values = {0, 1};
  return values;
}
template <>
U64 draw<bool>(Random& random) {
  return random() & 1;
}

}  // namespace heddle::test
