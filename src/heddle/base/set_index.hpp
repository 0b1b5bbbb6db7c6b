// Which set of a cache a line belongs to.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace heddle {

enum class SetIndex : std::uint8_t {
  linear,  ///< lines that follow each other, in sets that follow each other
  /// The L1 of Fermi: the low five bits of the line's number, exclusive or with its bits 6, 7, 8,
  /// 10 and 12; with 64 sets bit 5 is the index's highest. As measured by Nugteren et al., "A
  /// Detailed GPU Cache Model Based on Reuse Distance Theory", HPCA 2014. Here of any power of two
  /// of sets: the lowest bits, those from bit 5 on as they are.
  fermi,
};

/// As users write them, in the order of the values.
inline constexpr std::array<std::string_view, 2> kSetIndexNames = {"linear", "fermi"};

/// The set of a line's number: its address by the bytes of a line.
class SetOfLine {
 public:
  /// `sets`: any number from 1, or what `takes` says.
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
