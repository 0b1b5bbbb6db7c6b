// A pattern as a tree of its parts. The tree has the nesting of the text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/base/text/pattern_program.hpp"

namespace heddle {

enum class PatternPart : std::uint8_t {
  nothing,    ///< the empty text
  character,  ///< one character of `set`
  condition,  ///< the condition `op`, which takes no character
  sequence,   ///< all of `parts`, one after the other
  choice,     ///< one of `parts`
  repetition  ///< parts[0], repeated `least` to `most` times
};

inline constexpr unsigned kUnbounded = ~0u;  ///< value of `most` for *, + and {2,}

struct PatternNode {
  PatternPart part = PatternPart::nothing;
  std::uint64_t steps = 0;  ///< number of steps of the node's program
  PatternOp op = PatternOp::take;
  std::uint32_t set = 0;               ///< index into PatternTree::sets
  std::vector<std::uint32_t> parts{};  ///< indexes into PatternTree::nodes
  unsigned least = 1, most = 1;
};

struct PatternTree {
  std::vector<PatternNode> nodes;
  std::vector<CharacterSet> sets;
  std::uint32_t root = 0;
};

/// Parses a pattern. The message of an Error names the place in the pattern.
PatternTree parse_pattern(std::string_view text);

}  // namespace heddle
