// A pattern as a program for Thompson's simulation: steps that take one character, and steps that
// only say where to go on.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle {

enum class PatternOp : std::uint8_t {
  take,    ///< one character of `set`, then the next step
  either,  ///< go on at `first` and at `second`
  jump,    ///< go on at `first`
  begin,   ///< the next step, at the beginning of the name
  end,     ///< the next step, at the end of the name
  edge,    ///< the next step, where a word begins or ends
  inside,  ///< the next step, where no word begins or ends
  found,   ///< the pattern is found
};

using CharacterSet = std::bitset<256>;

struct PatternStep {
  PatternOp op = PatternOp::found;
  std::uint32_t first = 0;   ///< place of a step in the program, of a set for `take`
  std::uint32_t second = 0;  ///< place of a step in the program
};

struct PatternProgram {
  std::vector<PatternStep> steps;
  std::vector<CharacterSet> sets;
};

/// Most characters of a pattern, and most steps of its program: what a repetition of repetitions
/// may grow to. A search looks at each step once for each character of a name.
inline constexpr std::size_t kMostPatternCharacters = 10'000;
inline constexpr std::uint64_t kMostPatternSteps = 20'000;

/// Throws Error with the place in the pattern.
PatternProgram compile_pattern(std::string_view text);

/// Letters of ASCII, digits and _.
bool is_word_character(char character);

}  // namespace heddle
