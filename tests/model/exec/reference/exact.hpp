// Floating-point arithmetic done exactly on big integers and rounded once: what the operations are
// tested against. It shares nothing with them.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::test {

__extension__ typedef unsigned __int128 Wide;

/// A binary interchange format.
struct Format {
  int width;
  int fraction_bits;

  int exponent_bits() const { return width - 1 - fraction_bits; }
  int bias() const { return (1 << (exponent_bits() - 1)) - 1; }
  std::uint64_t sign_bit() const { return std::uint64_t{1} << (width - 1); }
  std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits()) - 1) << fraction_bits;
  }
  std::uint64_t largest() const { return infinity() - 1; }
  bool is_nan(std::uint64_t bits) const { return (bits & ~sign_bit()) > infinity(); }
  bool is_infinite(std::uint64_t bits) const { return (bits & ~sign_bit()) == infinity(); }
  bool is_zero(std::uint64_t bits) const { return (bits & ~sign_bit()) == 0; }
  bool is_negative(std::uint64_t bits) const { return (bits & sign_bit()) != 0; }
  bool is_subnormal(std::uint64_t bits) const { return !is_zero(bits) && (bits & infinity()) == 0; }
};

inline constexpr Format kF16{16, 10}, kBF16{16, 7}, kF32{32, 23}, kF64{64, 52};
/// tf32 in 19 bits; its 32-bit layout has 13 zeros below.
inline constexpr Format kTf32{19, 10};

/// A natural number, low word first, no leading zeros.
class Natural {
 public:
  Natural() = default;
  explicit Natural(Wide value);
  bool is_zero() const { return words_.empty(); }
  int bit_length() const;
  bool bit(int position) const;
  bool any_below(int position) const;  ///< a one below that bit
  std::uint64_t low_word() const;      ///< 64 bits

  friend Natural operator<<(const Natural& a, int amount);
  friend Natural operator>>(const Natural& a, int amount);
  friend Natural operator+(const Natural& a, const Natural& b);
  friend Natural operator-(const Natural& a, const Natural& b);  ///< a >= b
  friend Natural operator*(const Natural& a, const Natural& b);
  friend bool operator<(const Natural& a, const Natural& b);

 private:
  void trim();
  std::vector<std::uint32_t> words_;
};

/// (-1)^negative * magnitude * 2^exponent.
struct Exact {
  bool negative = false;
  Natural magnitude;
  int exponent = 0;
};

Exact operator+(const Exact& a, const Exact& b);  ///< an exact zero is not negative
Exact operator*(const Exact& a, const Exact& b);

/// Of a finite value.
Exact exact(Format format, std::uint64_t bits);
Exact exact_integer(bool negative, std::uint64_t magnitude);

/// The value of the format that the rounding chooses; overflow is infinite or largest finite as
/// IEEE 754 says. A zero keeps its sign.
std::uint64_t round(const Exact& value, Format format, isa::Rounding rounding);

/// Nearest-even and the like towards an integer; `rounding` is rni, rzi, rmi or rpi.
Exact round_to_integer(const Exact& value, isa::Rounding rounding);

/// The results of IEEE 754 arithmetic; `nan` where it is invalid or an operand is a NaN.
struct Arithmetic {
  Format format;
  isa::Rounding rounding;
  std::uint64_t nan;

  std::uint64_t add(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t sub(std::uint64_t a, std::uint64_t b) const {
    return add(a, b ^ format.sign_bit());
  }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) const;
  std::uint64_t div(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t sqrt(std::uint64_t a) const;

 private:
  std::uint64_t zero_sum(bool a_negative, bool b_negative) const;
};

}  // namespace heddle::test
