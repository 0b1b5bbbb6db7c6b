// A set of an SM's entities (what one issue slot may issue; a warp on a machine of 32-thread
// warps), one bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle::model {

template <unsigned Words>
class BitMask {
 public:
  static constexpr unsigned kCapacity = 64 * Words;

  void set(unsigned bit) { words_[bit / 64] |= one(bit); }
  void clear(unsigned bit) { words_[bit / 64] &= ~one(bit); }
  void assign(unsigned bit, bool value) { value ? set(bit) : clear(bit); }
  bool test(unsigned bit) const { return (words_[bit / 64] & one(bit)) != 0; }

  bool any() const {
    std::uint64_t all = 0;
    for (const auto word : words_) all |= word;
    return all != 0;
  }
  bool none() const { return !any(); }
  unsigned count() const {
    unsigned sum = 0;
    for (const auto word : words_) sum += static_cast<unsigned>(std::popcount(word));
    return sum;
  }

  /// Lowest set bit; kCapacity if there is none.
  unsigned first() const { return first_from(0); }
  /// Lowest set bit at or above `from`; kCapacity if there is none.
  unsigned first_from(unsigned from) const {
    for (unsigned i = from / 64; i < Words; ++i) {
      std::uint64_t word = words_[i];
      if (i == from / 64) word &= ~std::uint64_t{0} << (from % 64);
      if (word != 0) return i * 64 + static_cast<unsigned>(std::countr_zero(word));
    }
    return kCapacity;
  }

  /// Calls `visit(bit)` for each set bit, lowest first.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < Words; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(word)));
    }
  }

  BitMask& operator&=(const BitMask& other) {
    return combine(other, [](auto a, auto b) { return a & b; });
  }
  BitMask& operator|=(const BitMask& other) {
    return combine(other, [](auto a, auto b) { return a | b; });
  }
  friend BitMask operator&(BitMask a, const BitMask& b) { return a &= b; }
  friend BitMask operator|(BitMask a, const BitMask& b) { return a |= b; }
  /// The bits of this that are not in `other`.
  BitMask without(const BitMask& other) const {
    BitMask result = *this;
    return result.combine(other, [](auto a, auto b) { return a & ~b; });
  }
  bool operator==(const BitMask&) const = default;

 private:
  static constexpr std::uint64_t one(unsigned bit) { return std::uint64_t{1} << (bit % 64); }
  template <typename Combine>
  BitMask& combine(const BitMask& other, Combine&& function) {
    for (unsigned i = 0; i < Words; ++i) words_[i] = function(words_[i], other.words_[i]);
    return *this;
  }
  std::array<std::uint64_t, Words> words_{};
};

/// Enough for the 128 warp contexts that an SM may hold.
using EntityMask = BitMask<2>;
inline constexpr unsigned kNoEntity = EntityMask::kCapacity;

}  // namespace heddle::model
