// A pattern as a tree of its parts, as the text nests them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/base/text/pattern_program.hpp"

namespace heddle {

enum class PatternPart : std::uint8_t {
  nothing,    ///< the empty text
  character,  ///< one character of `set`
  condition,  ///< `op`, which takes no character
  sequence,   ///< `parts`, one after the other
  choice,     ///< one of `parts`
  repetition  ///< parts[0], `least` to `most` times
};

inline constexpr unsigned kUnbounded = ~0u;  ///< `most` of *, + and {2,}

struct PatternNode {
  PatternPart part = PatternPart::nothing;
  std::uint64_t steps = 0;  ///< steps of the node's program
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

/// Throws Error with the place in the pattern.
PatternTree parse_pattern(std::string_view text);

}  // namespace heddle
