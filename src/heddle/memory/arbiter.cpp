#include "heddle/memory/arbiter.hpp"

#include <bit>

namespace heddle::memory {

std::uint32_t Arbiter::first_from(std::uint32_t input) const {
  const auto words = static_cast<std::uint32_t>(wanting_.size());
  std::uint32_t word = input / 64;
  std::uint64_t bits = 0;
  if (word < words) bits = wanting_[word] & (~std::uint64_t{0} << (input % 64));
  while (bits == 0) {
    word = word + 1 < words ? word + 1 : 0;
    bits = wanting_[word];
  }
  return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
}

std::uint32_t Arbiter::nth(std::uint32_t n) const {
  std::uint32_t word = 0;
  for (; n >= static_cast<std::uint32_t>(std::popcount(wanting_[word])); ++word)
    n -= static_cast<std::uint32_t>(std::popcount(wanting_[word]));
  std::uint64_t bits = wanting_[word];
  for (; n != 0; --n) bits &= bits - 1;
  return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
}

}  // namespace heddle::memory
