// Computes sizes from numbers that a program chooses freely, so that a product may overflow. A size
// of more than 64 bits becomes kTooLarge, which is more than any memory has. Further arithmetic on
// kTooLarge gives kTooLarge.
#pragma once

#include <cstdint>

namespace heddle::cudart {

inline constexpr std::uint64_t kTooLarge = ~std::uint64_t{0};

inline std::uint64_t product_of(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kTooLarge : result;
}

inline std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? kTooLarge : result;
}

/// Rounds up to a multiple of `unit`, a power of two.
inline std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t unit) {
  const std::uint64_t sum = sum_of(bytes, unit - 1);
  return sum == kTooLarge ? kTooLarge : sum & ~(unit - 1);
}

}  // namespace heddle::cudart
