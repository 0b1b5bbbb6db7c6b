// A set of an SM's entities, one bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle::model {

/// A mask of `Words` times 64 bits. Operations skip words in which no bit was ever set, so that a
/// large capacity costs nothing on a machine with few entities.
template <unsigned Words>
class BitMask {
 public:
  static_assert(Words <= 32);
  static constexpr unsigned kCapacity = 64 * Words;

  BitMask() : words_{} {}
  BitMask(const BitMask& other) { *this = other; }
  BitMask& operator=(const BitMask& other) {
    used_ = other.used_;
    for_each_used(used_, [&](unsigned i) { words_[i] = other.words_[i]; });
    return *this;
  }

  void set(unsigned bit) { word(bit / 64) |= one(bit); }
  void clear(unsigned bit) { word(bit / 64) &= ~one(bit); }
  void assign(unsigned bit, bool value) { value ? set(bit) : clear(bit); }
  bool test(unsigned bit) const { return (value(bit / 64) & one(bit)) != 0; }

  bool any() const {
    std::uint64_t all = 0;
    for_each_used(used_, [&](unsigned i) { all |= words_[i]; });
    return all != 0;
  }
  bool none() const { return !any(); }
  /// Whether the masks have a bit in common.
  bool intersects(const BitMask& other) const {
    std::uint64_t all = 0;
    for_each_used(used_ & other.used_, [&](unsigned i) { all |= words_[i] & other.words_[i]; });
    return all != 0;
  }
  /// Whether every bit of this is in `other`.
  bool is_within(const BitMask& other) const {
    std::uint64_t outside = 0;
    for_each_used(used_ & other.used_,
                  [&](unsigned i) { outside |= words_[i] & ~other.words_[i]; });
    for_each_used(used_ & ~other.used_, [&](unsigned i) { outside |= words_[i]; });
    return outside == 0;
  }
  unsigned count() const {
    int sum = 0;
    for_each_used(used_, [&](unsigned i) { sum += std::popcount(words_[i]); });
    return static_cast<unsigned>(sum);
  }

  /// Lowest set bit; kCapacity if there is none.
  unsigned first() const { return first_in(used_); }
  /// Lowest set bit at or above `from`; kCapacity if there is none.
  unsigned first_from(unsigned from) const {
    const unsigned at = from / 64;
    if (at >= Words) return kCapacity;
    const std::uint64_t rest = value(at) & ~std::uint64_t{0} << (from % 64);
    if (rest != 0) return at * 64 + static_cast<unsigned>(std::countr_zero(rest));
    return first_in(used_ & ~std::uint32_t{1} << at);
  }

  /// Calls `visit(bit)` for each set bit, lowest first.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for_each_used(used_, [&](unsigned i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(word)));
    });
  }

  BitMask& operator&=(const BitMask& other) {
    used_ &= other.used_;
    for_each_used(used_, [&](unsigned i) { words_[i] &= other.words_[i]; });
    return *this;
  }
  BitMask& operator|=(const BitMask& other) {
    for_each_used(other.used_, [&](unsigned i) { word(i) |= other.words_[i]; });
    return *this;
  }
  BitMask& remove(const BitMask& other) {
    for_each_used(used_ & other.used_, [&](unsigned i) { words_[i] &= ~other.words_[i]; });
    return *this;
  }
  friend BitMask operator&(const BitMask& a, const BitMask& b) { return BitMask(a) &= b; }
  friend BitMask operator|(const BitMask& a, const BitMask& b) { return BitMask(a) |= b; }
  /// The bits that are set here and not in `other`.
  BitMask without(const BitMask& other) const {
    BitMask result = *this;
    return result.remove(other);
  }
  bool operator==(const BitMask& other) const {
    std::uint64_t differ = 0;
    for_each_used(used_ | other.used_, [&](unsigned i) { differ |= value(i) ^ other.value(i); });
    return differ == 0;
  }

 private:
  static constexpr std::uint64_t one(unsigned bit) { return std::uint64_t{1} << (bit % 64); }
  template <typename Visit>
  static void for_each_used(std::uint32_t used, Visit&& visit) {
    for (; used != 0; used &= used - 1) visit(static_cast<unsigned>(std::countr_zero(used)));
  }
  unsigned first_in(std::uint32_t used) const {
    for (; used != 0; used &= used - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(used));
      if (words_[i] != 0) return i * 64 + static_cast<unsigned>(std::countr_zero(words_[i]));
    }
    return kCapacity;
  }

  std::uint64_t value(unsigned i) const { return (used_ >> i & 1) != 0 ? words_[i] : 0; }
  /// The word, made valid for writing.
  std::uint64_t& word(unsigned i) {
    if ((used_ >> i & 1) == 0) {
      used_ |= 1u << i;
      words_[i] = 0;
    }
    return words_[i];
  }

  std::uint32_t used_ = 0;  ///< a bit for each valid word; the other words count as zero
  std::array<std::uint64_t, Words> words_;
};

/// Holds 128 warps of four parts, or 64 warps of eight.
using EntityMask = BitMask<8>;
inline constexpr unsigned kNoEntity = EntityMask::kCapacity;

}  // namespace heddle::model
