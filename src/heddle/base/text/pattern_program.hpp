// A pattern as a program for Thompson's simulation. A program is a list of steps. Some steps take
// one character; other steps only say where to continue.
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
  begin,   ///< goes to the next step if the place is the beginning of the name
  end,     ///< goes to the next step if the place is the end of the name
  edge,    ///< goes to the next step if a word begins or ends at the place
  inside,  ///< goes to the next step if no word begins or ends at the place
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

/// Maximum number of characters of a pattern, and of steps of its program. The limit on steps
/// bounds the growth of the program by nested repetitions. A search visits each step at most once
/// for each character of a name.
inline constexpr std::size_t kMostPatternCharacters = 10'000;
inline constexpr std::uint64_t kMostPatternSteps = 20'000;

/// Compiles a pattern. The message of an Error names the place in the pattern.
PatternProgram compile_pattern(std::string_view text);

/// Whether the character is an ASCII letter, a digit or _.
bool is_word_character(char character);

}  // namespace heddle
