// A set of small numbers, stored as bits. The constructor fixes the size.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::compile {

class BitSet {
 public:
  explicit BitSet(std::size_t size = 0) : words_((size + 63) / 64, 0) {}

  bool test(std::size_t at) const { return (words_[at / 64] >> (at % 64) & 1) != 0; }
  void set(std::size_t at) { words_[at / 64] |= std::uint64_t{1} << (at % 64); }
  void reset(std::size_t at) { words_[at / 64] &= ~(std::uint64_t{1} << (at % 64)); }

  void clear() { words_.assign(words_.size(), 0); }

  /// Adds the members of the other set. Returns true if any added member was new.
  bool unite(const BitSet& other) {
    std::uint64_t added = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      added |= other.words_[i] & ~words_[i];
      words_[i] |= other.words_[i];
    }
    return added != 0;
  }
  void intersect(const BitSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  /// Adds the members of `kept`, and the members of `passed` that are not in `stopped`. Returns
  /// true if any added member was new.
  bool unite_flow(const BitSet& kept, const BitSet& passed, const BitSet& stopped) {
    std::uint64_t added = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t flow = kept.words_[i] | (passed.words_[i] & ~stopped.words_[i]);
      added |= flow & ~words_[i];
      words_[i] |= flow;
    }
    return added != 0;
  }

  /// True if any member lies in [begin, end).
  bool any(std::size_t begin, std::size_t end) const {
    for (std::size_t word = begin / 64; word * 64 < end; ++word) {
      if ((words_[word] & mask(word, begin, end)) != 0) return true;
    }
    return false;
  }
  /// Number of members in [begin, end).
  unsigned count(std::size_t begin, std::size_t end) const {
    unsigned found = 0;
    for (std::size_t word = begin / 64; word * 64 < end; ++word) {
      found += static_cast<unsigned>(std::popcount(words_[word] & mask(word, begin, end)));
    }
    return found;
  }
  void set_range(std::size_t begin, std::size_t end) {
    for (std::size_t word = begin / 64; word * 64 < end; ++word) {
      words_[word] |= mask(word, begin, end);
    }
  }

  std::optional<std::size_t> lowest() const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i] != 0) return i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
    }
    return std::nullopt;
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t bits = words_[i]; bits != 0; bits &= bits - 1) {
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  /// Returns a mask for the bits of word number `word` that lie in [begin, end). The word and the
  /// range must overlap.
  static std::uint64_t mask(std::size_t word, std::size_t begin, std::size_t end) {
    std::uint64_t bits = ~std::uint64_t{0};
    if (begin > word * 64) bits &= ~std::uint64_t{0} << (begin - word * 64);
    if (end < word * 64 + 64) bits &= ~(~std::uint64_t{0} << (end - word * 64));
    return bits;
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::compile
