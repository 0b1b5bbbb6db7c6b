#include "reference/exact.hpp"

#include <algorithm>
#include <bit>

namespace heddle::test {

using isa::Rounding;

Natural::Natural(Wide value) {
  for (; value != 0; value >>= 32) words_.push_back(static_cast<std::uint32_t>(value));
}

void Natural::trim() {
  while (!words_.empty() && words_.back() == 0) words_.pop_back();
}

int Natural::bit_length() const {
  if (words_.empty()) return 0;
  return static_cast<int>(32 * words_.size()) - std::countl_zero(words_.back());
}

bool Natural::bit(int position) const {
  const auto word = static_cast<std::size_t>(position / 32);
  return position >= 0 && word < words_.size() && (words_[word] >> (position % 32) & 1) != 0;
}

bool Natural::any_below(int position) const {
  for (int i = 0; i < std::min(position, bit_length()); ++i) {
    if (bit(i)) return true;
  }
  return false;
}

std::uint64_t Natural::low_word() const {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(words_.size(), 2); ++i) {
    word |= std::uint64_t{words_[i]} << (32 * i);
  }
  return word;
}

Natural operator<<(const Natural& a, int amount) {
  Natural result;
  if (a.is_zero()) return result;
  result.words_.assign(static_cast<std::size_t>(amount / 32), 0);
  std::uint64_t carry = 0;
  for (const std::uint32_t word : a.words_) {
    carry |= std::uint64_t{word} << (amount % 32);
    result.words_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  result.words_.push_back(static_cast<std::uint32_t>(carry));
  result.trim();
  return result;
}

Natural operator>>(const Natural& a, int amount) {
  Natural result;
  const int length = std::max(a.bit_length() - amount, 0);
  result.words_.assign(static_cast<std::size_t>((length + 31) / 32), 0);
  for (int i = 0; i < length; ++i) {
    if (a.bit(i + amount)) result.words_[static_cast<std::size_t>(i / 32)] |= 1u << (i % 32);
  }
  return result;
}

Natural operator+(const Natural& a, const Natural& b) {
  Natural result;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < std::max(a.words_.size(), b.words_.size()) || carry != 0; ++i) {
    if (i < a.words_.size()) carry += a.words_[i];
    if (i < b.words_.size()) carry += b.words_[i];
    result.words_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  return result;
}

Natural operator-(const Natural& a, const Natural& b) {
  Natural result = a;
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < a.words_.size(); ++i) {
    const std::int64_t other = i < b.words_.size() ? b.words_[i] : 0;
    const std::int64_t difference = std::int64_t{a.words_[i]} - other - borrow;
    result.words_[i] = static_cast<std::uint32_t>(difference);
    borrow = difference < 0 ? 1 : 0;
  }
  result.trim();
  return result;
}

Natural operator*(const Natural& a, const Natural& b) {
  Natural result;
  for (std::size_t i = 0; i < b.words_.size(); ++i) {
    Natural row;
    std::uint64_t carry = 0;
    for (const std::uint32_t word : a.words_) {
      carry += std::uint64_t{word} * b.words_[i];
      row.words_.push_back(static_cast<std::uint32_t>(carry));
      carry >>= 32;
    }
    row.words_.push_back(static_cast<std::uint32_t>(carry));
    row.trim();
    result = result + (row << static_cast<int>(32 * i));
  }
  return result;
}

bool operator<(const Natural& a, const Natural& b) {
  if (a.words_.size() != b.words_.size()) return a.words_.size() < b.words_.size();
  return std::lexicographical_compare(a.words_.rbegin(), a.words_.rend(), b.words_.rbegin(),
                                      b.words_.rend());
}

Exact operator+(const Exact& a, const Exact& b) {
  const int exponent = std::min(a.exponent, b.exponent);
  const Natural x = a.magnitude << (a.exponent - exponent);
  const Natural y = b.magnitude << (b.exponent - exponent);
  if (a.negative == b.negative) return {a.negative, x + y, exponent};
  if (x < y) return {b.negative, y - x, exponent};
  if (y < x) return {a.negative, x - y, exponent};
  return {};
}

Exact operator*(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.magnitude * b.magnitude, a.exponent + b.exponent};
}

Exact exact(Format format, std::uint64_t bits) {
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t fraction = bits & (hidden - 1);
  const int field = static_cast<int>((bits & format.infinity()) >> format.fraction_bits);
  const std::uint64_t significand = field == 0 ? fraction : fraction | hidden;
  return {format.is_negative(bits), Natural(significand),
          std::max(field, 1) - format.bias() - format.fraction_bits};
}

Exact exact_integer(bool negative, std::uint64_t magnitude) {
  return {negative, Natural(magnitude), 0};
}

namespace {

/// Whether a magnitude goes up, whose bits below `dropped` go away.
bool rounds_up(const Exact& value, int dropped, Rounding rounding) {
  const bool half = value.magnitude.bit(dropped - 1);
  const bool rest = value.magnitude.any_below(dropped - 1);
  switch (rounding) {
    case Rounding::rz:
    case Rounding::rzi:
      return false;
    case Rounding::rm:
    case Rounding::rmi:
      return value.negative && (half || rest);
    case Rounding::rp:
    case Rounding::rpi:
      return !value.negative && (half || rest);
    case Rounding::rna:
      return half;
    default:
      return half && (rest || value.magnitude.bit(dropped));
  }
}

/// Drops the bits below 2^exponent.
Natural dropped_to(const Exact& value, int exponent, Rounding rounding) {
  const int dropped = exponent - value.exponent;
  if (dropped <= 0) return value.magnitude << -dropped;
  const Natural kept = value.magnitude >> dropped;
  return rounds_up(value, dropped, rounding) ? kept + Natural(1) : kept;
}

bool overflows_to_infinity(bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::rz:
      return false;
    case Rounding::rm:
      return negative;
    case Rounding::rp:
      return !negative;
    default:
      return true;
  }
}

}  // namespace

std::uint64_t round(const Exact& value, Format format, Rounding rounding) {
  const std::uint64_t sign = value.negative ? format.sign_bit() : 0;
  if (value.magnitude.is_zero()) return sign;
  const int top = value.magnitude.bit_length() - 1 + value.exponent;
  const int lowest = 1 - format.bias() - format.fraction_bits;
  const int unit = std::max(top - format.fraction_bits, lowest);
  const std::uint64_t significand = dropped_to(value, unit, rounding).low_word();
  // A significand that rounding made one bit longer carries into the exponent field.
  const std::uint64_t bits =
      significand + (static_cast<std::uint64_t>(unit - lowest) << format.fraction_bits);
  if (top > format.bias() || bits >= format.infinity()) {
    const bool infinite = overflows_to_infinity(value.negative, rounding);
    return sign | (infinite ? format.infinity() : format.largest());
  }
  return sign | bits;
}

Exact round_to_integer(const Exact& value, Rounding rounding) {
  return {value.negative, dropped_to(value, 0, rounding), 0};
}

std::uint64_t Arithmetic::zero_sum(bool a_negative, bool b_negative) const {
  const bool negative = a_negative == b_negative ? a_negative : rounding == Rounding::rm;
  return negative ? format.sign_bit() : 0;
}

std::uint64_t Arithmetic::add(std::uint64_t a, std::uint64_t b) const {
  if (format.is_nan(a) || format.is_nan(b)) return nan;
  if (format.is_infinite(a)) return format.is_infinite(b) && a != b ? nan : a;
  if (format.is_infinite(b)) return b;
  const Exact sum = exact(format, a) + exact(format, b);
  if (sum.magnitude.is_zero()) return zero_sum(format.is_negative(a), format.is_negative(b));
  return round(sum, format, rounding);
}

std::uint64_t Arithmetic::mul(std::uint64_t a, std::uint64_t b) const {
  if (format.is_nan(a) || format.is_nan(b)) return nan;
  const std::uint64_t sign = (a ^ b) & format.sign_bit();
  if (format.is_infinite(a) || format.is_infinite(b)) {
    return format.is_zero(a) || format.is_zero(b) ? nan : sign | format.infinity();
  }
  return round(exact(format, a) * exact(format, b), format, rounding);
}

std::uint64_t Arithmetic::fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) const {
  if (format.is_nan(a) || format.is_nan(b) || format.is_nan(c)) return nan;
  const std::uint64_t sign = (a ^ b) & format.sign_bit();
  if (format.is_infinite(a) || format.is_infinite(b)) {
    if (format.is_zero(a) || format.is_zero(b)) return nan;
    const std::uint64_t product = sign | format.infinity();
    return format.is_infinite(c) && c != product ? nan : product;
  }
  if (format.is_infinite(c)) return c;
  const Exact sum = exact(format, a) * exact(format, b) + exact(format, c);
  if (sum.magnitude.is_zero()) return zero_sum(sign != 0, format.is_negative(c));
  return round(sum, format, rounding);
}

std::uint64_t Arithmetic::div(std::uint64_t a, std::uint64_t b) const {
  if (format.is_nan(a) || format.is_nan(b)) return nan;
  const std::uint64_t sign = (a ^ b) & format.sign_bit();
  if (format.is_infinite(a)) return format.is_infinite(b) ? nan : sign | format.infinity();
  if (format.is_infinite(b)) return sign;
  if (format.is_zero(b)) return format.is_zero(a) ? nan : sign | format.infinity();
  const Exact x = exact(format, a), y = exact(format, b);
  // 64 more bits than any format keeps, and one for whether the quotient goes on.
  constexpr int kShift = 120;
  const int moved = kShift - x.magnitude.bit_length();
  Wide dividend = x.magnitude.low_word();
  dividend <<= moved;
  const Wide divisor = y.magnitude.low_word();
  const Wide quotient = dividend / divisor * 2 + (dividend % divisor != 0 ? 1 : 0);
  return round({sign != 0, Natural(quotient), x.exponent - y.exponent - moved - 1}, format,
               rounding);
}

std::uint64_t Arithmetic::sqrt(std::uint64_t a) const {
  if (format.is_nan(a)) return nan;
  if (format.is_zero(a)) return a;
  if (format.is_negative(a)) return nan;
  if (format.is_infinite(a)) return a;
  const Exact x = exact(format, a);
  int moved = 122 - x.magnitude.bit_length();
  if (((x.exponent - moved) & 1) != 0) --moved;
  Wide radicand = x.magnitude.low_word();
  radicand <<= moved;
  Wide root = 0;
  for (int bit = 61; bit >= 0; --bit) {
    const Wide next = root | static_cast<Wide>(1) << bit;
    if (next * next <= radicand) root = next;
  }
  const Wide sticky = root * root != radicand ? 1 : 0;
  return round({false, Natural(root * 2 + sticky), (x.exponent - moved) / 2 - 1}, format, rounding);
}

}  // namespace heddle::test
