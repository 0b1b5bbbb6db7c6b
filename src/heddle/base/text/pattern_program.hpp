// A pattern as a program for Thompson's simulation. Some steps take one character; other steps only
// say where to continue.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle {

enum class PatternOp : std::uint8_t {
  take,    ///< takes one character of `set`, then goes to the next step
  either,  ///< continues at `first` and at `second`
  jump,    ///< continues at `first`
  begin,   ///< goes to the next step at the beginning of the name
  end,     ///< goes to the next step at the end of the name
  edge,    ///< goes to the next step where a word begins or ends
  inside,  ///< goes to the next step where no word begins or ends
  found,   ///< the pattern is found
};

using CharacterSet = std::bitset<256>;

struct PatternStep {
  PatternOp op = PatternOp::found;
  std::uint32_t first = 0;   ///< index of a step in the program; for `take`: index of a set
  std::uint32_t second = 0;  ///< index of a step in the program
};

struct PatternProgram {
  std::vector<PatternStep> steps;
  std::vector<CharacterSet> sets;
};

/// Most characters of a pattern, and most steps of its program. The latter bounds the growth by
/// nested repetitions. A search visits each step once for each character of a name.
inline constexpr std::size_t kMostPatternCharacters = 10'000;
inline constexpr std::uint64_t kMostPatternSteps = 20'000;

/// Throws Error with the place in the pattern.
PatternProgram compile_pattern(std::string_view text);

/// Whether the character is an ASCII letter, a digit or _.
bool is_word_character(char character);

}  // namespace heddle
