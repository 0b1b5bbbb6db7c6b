// A set of an SM's entities (what one issue slot may issue; a warp on a machine of 32-thread
// warps), one bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle::model {

/// `Blocks` times 256 bits, each block a vector register of the host.
template <unsigned Blocks>
class BitMask {
 public:
  static constexpr unsigned kCapacity = 256 * Blocks;

  void set(unsigned bit) { word(bit) |= one(bit); }
  void clear(unsigned bit) { word(bit) &= ~one(bit); }
  void assign(unsigned bit, bool value) { value ? set(bit) : clear(bit); }
  bool test(unsigned bit) const { return (word_at(bit / 64) & one(bit)) != 0; }

  bool any() const {
    Block all{};
    for (const Block& block : blocks_) all |= block;
    return is_set(all);
  }
  bool none() const { return !any(); }
  /// Whether a bit is in both.
  bool intersects(const BitMask& other) const {
    Block all{};
    for (unsigned i = 0; i < Blocks; ++i) all |= blocks_[i] & other.blocks_[i];
    return is_set(all);
  }
  unsigned count() const {
    unsigned sum = 0;
    for (unsigned i = 0; i < kWords; ++i) sum += static_cast<unsigned>(std::popcount(word_at(i)));
    return sum;
  }

  /// Lowest set bit; kCapacity if there is none.
  unsigned first() const { return first_from(0); }
  /// Lowest set bit at or above `from`; kCapacity if there is none.
  unsigned first_from(unsigned from) const {
    for (unsigned i = from / 64; i < kWords; ++i) {
      std::uint64_t word = word_at(i);
      if (i == from / 64) word &= ~std::uint64_t{0} << (from % 64);
      if (word != 0) return i * 64 + static_cast<unsigned>(std::countr_zero(word));
    }
    return kCapacity;
  }

  /// Calls `visit(bit)` for each set bit, lowest first.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < kWords; ++i) {
      for (std::uint64_t word = word_at(i); word != 0; word &= word - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(word)));
    }
  }

  BitMask& operator&=(const BitMask& other) {
    for (unsigned i = 0; i < Blocks; ++i) blocks_[i] &= other.blocks_[i];
    return *this;
  }
  BitMask& operator|=(const BitMask& other) {
    for (unsigned i = 0; i < Blocks; ++i) blocks_[i] |= other.blocks_[i];
    return *this;
  }
  BitMask& remove(const BitMask& other) {
    for (unsigned i = 0; i < Blocks; ++i) blocks_[i] &= ~other.blocks_[i];
    return *this;
  }
  friend BitMask operator&(BitMask a, const BitMask& b) { return a &= b; }
  friend BitMask operator|(BitMask a, const BitMask& b) { return a |= b; }
  /// The bits of this that are not in `other`.
  BitMask without(const BitMask& other) const {
    BitMask result = *this;
    return result.remove(other);
  }
  bool operator==(const BitMask& other) const {
    Block differ{};
    for (unsigned i = 0; i < Blocks; ++i) differ |= blocks_[i] ^ other.blocks_[i];
    return !is_set(differ);
  }

 private:
  using Block [[gnu::vector_size(32)]] = std::uint64_t;
  static constexpr unsigned kWords = 4 * Blocks;

  static constexpr std::uint64_t one(unsigned bit) { return std::uint64_t{1} << (bit % 64); }
  static bool is_set(const Block& block) {
    return (block[0] | block[1] | block[2] | block[3]) != 0;
  }
  std::uint64_t word_at(unsigned i) const { return blocks_[i / 4][i % 4]; }
  std::uint64_t& word(unsigned bit) {
    return reinterpret_cast<std::uint64_t*>(blocks_.data())[bit / 64];
  }

  std::array<Block, Blocks> blocks_{};
};

/// Enough for 128 warps in four parts, or 64 in eight.
using EntityMask = BitMask<2>;
inline constexpr unsigned kNoEntity = EntityMask::kCapacity;

}  // namespace heddle::model
