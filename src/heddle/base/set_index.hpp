// The function that maps a cache line to a set.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace heddle {

enum class SetIndex : std::uint8_t {
  linear,  ///< the line number modulo the number of sets: consecutive lines lie in consecutive sets
  /// The set index of Fermi's L1. The low five bits of the index are bits 0 to 4 of the line
  /// number, XORed with bits 6, 7, 8, 10 and 12 of the line number. Source: measured by Nugteren
  /// et al., "A Detailed GPU Cache Model Based on Reuse Distance Theory", HPCA 2014. Here the
  /// number of sets may be any power of two. With fewer sets, only the lowest bits of the index are
  /// used. With more sets, the line number's bits from bit 5 on are the higher bits of the index.
  fermi,
};

/// Names of the set indices in configurations, in the order of the enumeration.
inline constexpr std::array<std::string_view, 2> kSetIndexNames = {"linear", "fermi"};

/// Maps the number of a line (address / line size) to its set.
class SetOfLine {
 public:
  /// `takes(index, sets)` must be true.
  SetOfLine(SetIndex index, std::uint32_t sets)
      : sets_(sets), hashed_(index == SetIndex::fermi), masked_(std::has_single_bit(sets)) {}

  static constexpr bool takes(SetIndex index, std::uint32_t sets) {
    return index == SetIndex::linear || std::has_single_bit(sets);
  }

  std::uint32_t operator()(std::uint64_t line) const {
    if (hashed_) line ^= (line >> 6 & 7) | (line >> 7 & 8) | (line >> 8 & 16);
    return static_cast<std::uint32_t>(masked_ ? line & (sets_ - 1) : line % sets_);
  }

 private:
  std::uint32_t sets_;
  bool hashed_, masked_;
};

}  // namespace heddle
