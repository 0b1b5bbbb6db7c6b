#include "heddle/exec/matrix/word_products.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kColumns = 8;
/// Eight columns, with the instructions of the host's vectors.
using Integers = std::int32_t __attribute__((vector_size(4 * kColumns)));
using Words = std::uint32_t __attribute__((vector_size(4 * kColumns)));
using Floats = float __attribute__((vector_size(4 * kColumns)));

Integers load(const std::uint32_t* words) {
  Integers loaded;
  std::memcpy(&loaded, words, sizeof loaded);
  return loaded;
}
void store(Integers values, std::uint32_t* words) { std::memcpy(words, &values, sizeof values); }
Integers all(std::int32_t value) { return Integers{} + value; }
Integers greater(Integers a, Integers b) { return a > b ? a : b; }
Integers lesser(Integers a, Integers b) { return a < b ? a : b; }
Floats greater(Floats a, Floats b) { return a > b ? a : b; }
Floats as_floats(Integers bits) { return reinterpret_cast<Floats>(bits); }
Integers as_bits(Floats values) { return reinterpret_cast<Integers>(values); }
bool is_any(Integers truths) {
  std::int32_t any = 0;
  for (unsigned i = 0; i < kColumns; ++i) any |= truths[i];
  return any != 0;
}
Integers shifted_right(Integers magnitudes, Integers by) {
  return reinterpret_cast<Integers>(reinterpret_cast<Words>(magnitudes) >>
                                    reinterpret_cast<Words>(by));
}

constexpr FloatFormat kHalf{.exponent_bits = 5, .fraction_bits = 10};
constexpr std::int32_t kBias = 127, kFractionBits = 23;  // of f32
/// Returns 2^exponent.
Floats power(Integers exponent) { return as_floats((exponent + kBias) << kFractionBits); }

// The exponents for which no product of two numbers leaves the range of f32, and no scale does
// (Kernel).
constexpr std::int32_t kLeastOfFactor = -48, kMostOfFactor = 60, kLeastOfSum = -100,
                       kMostOfSum = 127;

/// Numbers as f32. `power` is 2^exponent as number.hpp has the exponent, but 0 for a zero.
struct Decoded {
  Floats value, power;
  Integers is_odd;  ///< -1: infinity, NaN or a number whose exponent is too small or too large
};

[[gnu::always_inline]] inline Decoded decoded(Integers bits, const FloatFormat& format,
                                              std::int32_t least, std::int32_t most) {
  bits = shifted_right(bits, all(static_cast<std::int32_t>(format.unused_bits)));
  const auto fraction = static_cast<int>(format.fraction_bits);
  const std::int32_t ones = (1 << format.exponent_bits) - 1, hidden = 1 << fraction;
  const Integers field = (bits >> fraction) & ones;
  const Integers magnitude = (bits & (hidden - 1)) | (field == 0 ? all(0) : all(hidden));
  const Integers sign = -((bits >> (fraction + static_cast<int>(format.exponent_bits))) & 1);
  const Integers exponent = greater(field, all(1)) - format.bias();
  const Integers is_zero = magnitude == 0;
  const Integers in_range = lesser(greater(exponent, all(least)), all(most));
  const Floats whole = __builtin_convertvector((magnitude ^ sign) - sign, Floats);
  return {whole * power(in_range - fraction), as_floats(as_bits(power(in_range)) & ~is_zero),
          ((in_range != exponent) & ~is_zero) | (field == ones)};
}

/// Like decoded(), for sums in f32. A subnormal sum is odd.
[[gnu::always_inline]] inline Decoded decoded_f32(Integers bits) {
  constexpr std::int32_t kOnes = 0xFF;
  const Integers field = (bits >> kFractionBits) & kOnes;
  const Integers is_small = (field < kLeastOfSum + kBias) & ((bits << 1) != 0);
  return {as_floats(bits), as_floats(bits & (kOnes << kFractionBits)), is_small | (field == kOnes)};
}

/// A matrix of decoded numbers.
struct Numbers {
  alignas(32) std::array<float, kMostElements> value, power;

  /// Decodes the first `count` words, a multiple of eight. Returns false if a number is odd.
  bool decode(const std::uint32_t* words, unsigned count, const FloatFormat& format) {
    Integers odd{};
    for (unsigned i = 0; i < count; i += kColumns) {
      const Decoded numbers = decoded(load(words + i), format, kLeastOfFactor, kMostOfFactor);
      std::memcpy(&value[i], &numbers.value, sizeof numbers.value);
      std::memcpy(&power[i], &numbers.power, sizeof numbers.power);
      odd |= numbers.is_odd;
    }
    return !is_any(odd);
  }
};
Floats eight(const float* from) {
  Floats loaded;
  std::memcpy(&loaded, from, sizeof loaded);
  return loaded;
}

/// The value sum * 2^exponent. The sum has at most 30 bits.
struct Sum {
  Integers sum, exponent;
};

/// A magnitude as the bits of a float, rounded toward zero, and whether bits were lost.
struct Truncated {
  Integers bits, is_inexact;
};
Truncated truncated(Integers magnitude) {
  const Floats nearest = __builtin_convertvector(magnitude, Floats);
  const Integers back = __builtin_convertvector(nearest, Integers);
  // A comparison is -1 where it is true.
  return {as_bits(nearest) + (back > magnitude), back != magnitude};
}

/// Returns the bits of an f32, rounded toward zero. Sets `bad` where it is no normal number or
/// zero.
Integers encoded_f32(const Sum& value, Integers& bad) {
  const Integers sign = value.sum >> 31;
  const Integers bits = truncated((value.sum ^ sign) - sign).bits;
  const Integers field = (bits >> kFractionBits) + value.exponent;
  const Integers is_zero = value.sum == 0;
  bad |= ((field < 1) | (field > 254)) & ~is_zero;
  const Integers scaled = bits + (value.exponent << kFractionBits);
  return (scaled | (sign & std::numeric_limits<std::int32_t>::min())) & ~is_zero;
}

/// Returns the bits of an f16, rounded to nearest, ties to even. Sets `bad` for infinities.
Integers encoded_f16(const Sum& value, Integers& bad) {
  constexpr std::int32_t kHalfBias = 15, kInfinity = 0x7C00;
  const Integers sign = value.sum >> 31;
  // A lost bit stays as the lowest bit of 24, far below the rounded one.
  const Truncated number = truncated((value.sum ^ sign) - sign);
  const Integers bits = number.bits | (number.is_inexact & 1);
  const Integers exponent = greater((bits >> kFractionBits) - kBias + value.exponent, all(-100));
  const Integers significand = (bits & 0x7F'FFFF) | 0x80'0000;
  const Integers below = greater(1 - kHalfBias - exponent, all(0));
  const Integers shift = lesser(13 + below, all(25));
  const Integers whole = shifted_right(significand, shift);
  const Integers rest = significand - (whole << shift);
  const Integers half = all(1) << (shift - 1);
  const Integers up = ((rest > half) | ((rest == half) & ((whole & 1) != 0))) & 1;
  const Integers field = (exponent + (kHalfBias - 1)) << 10;
  Integers result = whole + up + (below == 0 ? field : all(0));
  const Integers is_large = (exponent > kHalfBias) | (result >= kInfinity);
  result = is_large ? all(kInfinity) : result;
  const Integers is_zero = value.sum == 0;
  bad |= is_large & ~is_zero;
  return (result | (sign & 0x8000)) & ~is_zero;
}

/// What does not change from one element of D to the next.
struct Kernel {
  const WordFactors& factors;
  const Numbers &a, &b;
  std::int32_t fraction_bits;  ///< bits of the grid below the largest exponent

  /// Adds the products of a block to c, for eight columns from `column` on. `kCount`: number of
  /// products; 0: `count`. Products are exact in f32. Scaled by the grid, they are converted to
  /// integers, which truncates them.
  template <unsigned kCount, bool kInOrder>
  [[gnu::always_inline]] Sum add(unsigned row, unsigned column, unsigned first, unsigned count,
                                 const Decoded& c) const {
    const unsigned of_a = row * factors.length + first;
    const float* const values = &b.value[column + (kInOrder ? first * factors.columns : 0)];
    const float* const powers = &b.power[column + (kInOrder ? first * factors.columns : 0)];
    const auto of_b = [&](std::size_t i) {
      return (kInOrder ? i : factors.rows_of_b[of_a + i]) * factors.columns;
    };
    if constexpr (kCount != 0) count = kCount;
    Floats largest = greater(c.power, power(all(kLeastOfSum)));
    for (unsigned i = 0; i < count; ++i)
      largest = greater(largest, a.power[of_a + i] * eight(powers + of_b(i)));
    const Integers exponent = (as_bits(largest) >> kFractionBits) - (kBias + fraction_bits);
    const Floats scale = power(-exponent);
    Integers sum = __builtin_convertvector(c.value * scale, Integers);
    for (unsigned i = 0; i < count; ++i) {
      const Floats product = a.value[of_a + i] * eight(values + of_b(i));
      sum += __builtin_convertvector(product * scale, Integers);
    }
    return {sum, exponent};
  }
};

/// Computes D block by block. Returns what multiply_finite() does.
template <unsigned kCount, bool kInOrder, bool kIsHalf>
bool multiply_blocks(const Kernel& kernel, const SumFormats& formats, unsigned block,
                     std::uint32_t* d) {
  const WordFactors& factors = kernel.factors;
  Integers bad{};
  for (unsigned at = 0; at < factors.rows * factors.columns; at += kColumns) {
    const unsigned row = at / factors.columns, column = at % factors.columns;
    Integers sum = load(factors.c + at);
    for (unsigned first = 0; first < factors.length; first += block) {
      const bool is_half = first == 0 ? formats.c.exponent_bits == 5 : kIsHalf;
      const Decoded c = is_half ? decoded(sum, kHalf, kLeastOfSum, kMostOfSum) : decoded_f32(sum);
      const unsigned count = std::min(block, factors.length - first);
      const Sum exact = kernel.add<kCount, kInOrder>(row, column, first, count, c);
      bad |= c.is_odd;
      Integers large{};
      sum = kIsHalf ? encoded_f16(exact, large) : encoded_f32(exact, large);
      // An infinite f16 is a result, but no sum to go on with.
      if (!kIsHalf || first + count != factors.length) bad |= large;
    }
    store(sum, d + at);
  }
  return !is_any(bad);
}

std::int32_t extended(std::uint32_t bits, isa::Type type) {
  const bool is_signed = type == isa::Type::s8 || type == isa::Type::s4;
  const unsigned unused = 32 - isa::bits_of(type);
  const std::uint32_t top = bits << unused;
  return is_signed ? static_cast<std::int32_t>(top) >> unused
                   : static_cast<std::int32_t>(top >> unused);
}

void extend(std::uint32_t* words, unsigned count, isa::Type type) {
  for (unsigned i = 0; i < count; ++i)
    words[i] = static_cast<std::uint32_t>(extended(words[i], type));
}

std::uint32_t sum_of(std::int32_t products, std::uint32_t c, bool clamps) {
  const std::int64_t sum = std::int64_t{products} + static_cast<std::int32_t>(c);
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::uint32_t>(
      clamps ? std::clamp<std::int64_t>(sum, Limits::min(), Limits::max()) : sum);
}

/// Number of elements of B.
unsigned elements_of_b(const WordFactors& factors) {
  return factors.columns * factors.length * (factors.rows_of_b != nullptr ? 2 : 1);
}

}  // namespace

bool multiply_finite(const WordFactors& factors, const SumFormats& formats, const SumRules& rules,
                     std::uint32_t* d) {
  Numbers a, b;
  if (!a.decode(factors.a, factors.rows * factors.length, formats.factors)) return false;
  if (!b.decode(factors.b, elements_of_b(factors), formats.factors)) return false;
  const Kernel kernel{factors, a, b, static_cast<std::int32_t>(rules.fraction_bits)};
  const bool are_whole = factors.length % rules.block == 0;
  const bool is_half = formats.d.exponent_bits == 5;
  const auto multiply = [&]<unsigned kCount, bool kInOrder>() {
    return is_half ? multiply_blocks<kCount, kInOrder, true>(kernel, formats, rules.block, d)
                   : multiply_blocks<kCount, kInOrder, false>(kernel, formats, rules.block, d);
  };
  if (factors.rows_of_b != nullptr) return multiply.operator()<0, false>();
  if (are_whole && rules.block == 8) return multiply.operator()<8, true>();
  if (are_whole && rules.block == 4) return multiply.operator()<4, true>();
  return multiply.operator()<0, true>();
}

void multiply_integers(WordFactors& factors, isa::Type a, isa::Type b, bool clamps,
                       std::uint32_t* d) {
  extend(factors.a, factors.rows * factors.length, a);
  extend(factors.b, elements_of_b(factors), b);
  for (unsigned row = 0; row < factors.rows; ++row) {
    for (unsigned column = 0; column < factors.columns; column += kColumns) {
      Integers products{};
      for (unsigned i = 0; i < factors.length; ++i)
        products += static_cast<std::int32_t>(factors.a[row * factors.length + i]) *
                    load(factors.b + factors.row_of_b(row, i) * factors.columns + column);
      for (unsigned i = 0; i < kColumns; ++i) {
        const unsigned at = row * factors.columns + column + i;
        d[at] = sum_of(products[i], factors.c[at], clamps);
      }
    }
  }
}

void multiply_bits(const WordFactors& factors, bool is_and, std::uint32_t* d) {
  for (unsigned row = 0; row < factors.rows; ++row) {
    for (unsigned column = 0; column < factors.columns; ++column) {
      std::uint32_t ones = factors.c[row * factors.columns + column];
      for (unsigned i = 0; i < factors.length; ++i) {
        const std::uint32_t of_a = factors.a[row * factors.length + i];
        const std::uint32_t of_b = factors.b[i * factors.columns + column];
        ones += static_cast<std::uint32_t>(std::popcount(is_and ? of_a & of_b : of_a ^ of_b));
      }
      d[row * factors.columns + column] = ones;
    }
  }
}

}  // namespace heddle::exec
