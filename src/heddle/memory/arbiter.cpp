#include "heddle/memory/arbiter.hpp"

#include <bit>

namespace heddle::memory {

std::uint32_t Arbiter::first_from(std::uint32_t input, const Inputs& busy) const {
  std::uint32_t word = input / 64;
  std::uint64_t bits = 0;
  if (word < words_) bits = able(word, busy) & (~std::uint64_t{0} << (input % 64));
  while (bits == 0) {
    word = word + 1 < words_ ? word + 1 : 0;
    bits = able(word, busy);
  }
  return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
}

std::uint32_t Arbiter::count(const Inputs& busy) const {
  int sum = 0;
  for (std::uint32_t word = 0; word < words_; ++word) sum += std::popcount(able(word, busy));
  return static_cast<std::uint32_t>(sum);
}

std::uint32_t Arbiter::nth(std::uint32_t n, const Inputs& busy) const {
  std::uint32_t word = 0;
  for (; n >= static_cast<std::uint32_t>(std::popcount(able(word, busy))); ++word)
    n -= static_cast<std::uint32_t>(std::popcount(able(word, busy)));
  std::uint64_t bits = able(word, busy);
  for (; n != 0; --n) bits &= bits - 1;
  return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
}

}  // namespace heddle::memory
