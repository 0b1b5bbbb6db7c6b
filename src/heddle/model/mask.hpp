// Sets of an SM's entities, one bit for each entity.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace heddle::model {

/// The set of the valid words after the first word, for a one-word mask. Such a mask has no other
/// words, so the set is always empty.
struct NoOtherWords {
  constexpr operator std::uint32_t() const { return 0; }
  constexpr NoOtherWords& operator&=(std::uint32_t) { return *this; }
  constexpr NoOtherWords& operator|=(std::uint32_t) { return *this; }
};

/// A mask of `Words` times 64 bits. Operations read only the first word, and the other words in
/// which a bit was ever set. Therefore a large capacity costs only one branch on a machine with at
/// most 64 entities.
template <unsigned Words>
class BitMask {
 public:
  static_assert(Words <= 32);
  static constexpr unsigned kCapacity = 64 * Words;

  BitMask() : words_{} {}
  /// Converts a one-word mask.
  BitMask(const BitMask<1>& other)
    requires(Words != 1)
  {
    words_[0] = other.first_word();
  }
  explicit BitMask(std::uint64_t first_word)
    requires(Words == 1)
      : words_{first_word} {}
  BitMask(const BitMask& other) { *this = other; }
  BitMask& operator=(const BitMask& other) {
    others_ = other.others_;
    for_each_word(others_, [&](unsigned i) { words_[i] = other.words_[i]; });
    return *this;
  }

  void set(unsigned bit) {
    if (bit < 64) [[likely]]
      words_[0] |= one(bit);
    else
      word(bit / 64) |= one(bit);
  }
  void clear(unsigned bit) {
    if (bit < 64) [[likely]]
      words_[0] &= ~one(bit);
    else if (is_valid(bit / 64))
      words_[bit / 64] &= ~one(bit);
  }
  void assign(unsigned bit, bool value) { value ? set(bit) : clear(bit); }
  bool test(unsigned bit) const { return (value(bit / 64) & one(bit)) != 0; }
  /// Returns the `count` bits from bit `first` on. All these bits must lie in one word.
  unsigned bits(unsigned first, unsigned count) const {
    return static_cast<unsigned>(value(first / 64) >> (first % 64)) & ((1u << count) - 1);
  }

  std::uint64_t first_word() const { return words_[0]; }

  bool any() const {
    std::uint64_t all = 0;
    for_each_word(others_, [&](unsigned i) { all |= words_[i]; });
    return all != 0;
  }
  bool none() const { return !any(); }
  /// Whether any bit is set in both masks.
  bool intersects(const BitMask& other) const {
    std::uint64_t all = 0;
    for_each_word(others_ & other.others_, [&](unsigned i) { all |= words_[i] & other.words_[i]; });
    return all != 0;
  }
  /// Whether every bit of this mask is also set in `other`.
  bool is_within(const BitMask& other) const {
    std::uint64_t outside = 0;
    for_each_word(others_ & other.others_,
                  [&](unsigned i) { outside |= words_[i] & ~other.words_[i]; });
    for_each_other(others_ & ~other.others_, [&](unsigned i) { outside |= words_[i]; });
    return outside == 0;
  }
  unsigned count() const {
    int sum = 0;
    for_each_word(others_, [&](unsigned i) { sum += std::popcount(words_[i]); });
    return static_cast<unsigned>(sum);
  }

  /// Returns the number of the lowest set bit, or kCapacity if no bit is set.
  unsigned first() const {
    if (words_[0] != 0) return static_cast<unsigned>(std::countr_zero(words_[0]));
    return first_in(others_);
  }
  /// Returns the number of the lowest set bit from bit `from` on, or kCapacity if there is none.
  unsigned first_from(unsigned from) const {
    const unsigned at = from / 64;
    if (at >= Words) return kCapacity;
    const std::uint64_t rest = value(at) & ~std::uint64_t{0} << (from % 64);
    if (rest != 0) return at * 64 + static_cast<unsigned>(std::countr_zero(rest));
    return first_in(others_ & ~std::uint32_t{1} << at);
  }

  /// Calls `visit(bit)` for each set bit, lowest first.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for_each_word(others_, [&](unsigned i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(word)));
    });
  }

  BitMask& operator&=(const BitMask& other) {
    others_ &= other.others_;
    for_each_word(others_, [&](unsigned i) { words_[i] &= other.words_[i]; });
    return *this;
  }
  BitMask& operator|=(const BitMask& other) {
    for_each_word(other.others_, [&](unsigned i) { word(i) |= other.words_[i]; });
    return *this;
  }
  BitMask& remove(const BitMask& other) {
    for_each_word(others_ & other.others_, [&](unsigned i) { words_[i] &= ~other.words_[i]; });
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
    for_each_word(others_ | other.others_,
                  [&](unsigned i) { differ |= value(i) ^ other.value(i); });
    return differ == 0;
  }

 private:
  static constexpr std::uint64_t one(unsigned bit) { return std::uint64_t{1} << (bit % 64); }
  template <typename Visit>
  static void for_each_other(std::uint32_t others, Visit&& visit) {
    if (others == 0) [[likely]]
      return;
    for (; others != 0; others &= others - 1)
      visit(static_cast<unsigned>(std::countr_zero(others)));
  }
  /// Visits the first word, and each word whose bit is set in `others`.
  template <typename Visit>
  static void for_each_word(std::uint32_t others, Visit&& visit) {
    visit(0u);
    for_each_other(others, visit);
  }
  unsigned first_in(std::uint32_t others) const {
    for (; others != 0; others &= others - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(others));
      if (words_[i] != 0) return i * 64 + static_cast<unsigned>(std::countr_zero(words_[i]));
    }
    return kCapacity;
  }

  bool is_valid(unsigned i) const { return Words == 1 || i == 0 || (others_ >> i & 1) != 0; }
  std::uint64_t value(unsigned i) const { return is_valid(i) ? words_[i] : 0; }
  /// Makes the word valid and returns it for writing.
  std::uint64_t& word(unsigned i) {
    if (!is_valid(i)) [[unlikely]]
      make_valid(i);
    return words_[i];
  }
  [[gnu::noinline]] void make_valid(unsigned i) {
    others_ |= 1u << i;
    words_[i] = 0;
  }

  /// Bit i is set if word i is valid. The first word is always valid and has no bit. A word that is
  /// not valid counts as zero.
  [[no_unique_address]] std::conditional_t<Words == 1, NoOtherWords, std::uint32_t> others_{};
  std::array<std::uint64_t, Words> words_;
};

/// The mask for any SM: it has room for 128 warps of four parts, or for 64 warps of eight parts.
using EntityMask = BitMask<8>;
inline constexpr unsigned kNoEntity = EntityMask::kCapacity;

/// A mask for SMs with at most 64 entities.
using NarrowMask = BitMask<1>;
/// Returns the mask as type `Mask`: narrowed to a NarrowMask, or unchanged.
template <typename Mask>
decltype(auto) as(const EntityMask& mask) {
  if constexpr (std::is_same_v<Mask, EntityMask>)
    return (mask);
  else
    return NarrowMask(mask.first_word());
}

}  // namespace heddle::model
