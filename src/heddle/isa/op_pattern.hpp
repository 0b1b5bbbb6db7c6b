// Finds the operation of a PTX opcode such as "ld.global.nc.v4.f32" and fills Modifiers from the
// opcode's suffixes. The patterns of the op table describe the opcodes (grammar in op.hpp). Each
// pattern is compiled once into a few steps. The matcher tries the rows of a base opcode in table
// order. NVIDIA's assembler takes the suffixes of a memory access in any order. So the matcher
// tries a memory access as written first, and then with its suffixes in the table's order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/isa/suffix.hpp"
#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::isa {

struct OpMatch {
  Op op{};
  Modifiers modifiers;
};

/// One pattern, compiled into a program for a backtracking matcher.
class OpPattern {
 public:
  /// Throws Error if the pattern breaks the grammar.
  explicit OpPattern(std::string_view pattern);

  /// Returns the base opcodes that the pattern accepts, for example "ld" and "ldu".
  const std::vector<std::string>& bases() const { return bases_; }
  /// `words` are the opcode and its suffixes without the dots.
  std::optional<Modifiers> match(std::span<const std::string_view> words) const;

  struct Step {
    enum class Kind : std::uint8_t { word, suffix, split, jump, accept } kind = Kind::accept;
    std::uint32_t next = 0;      ///< split: the step to try second; jump: the step that follows
    SuffixSetter set = nullptr;  ///< only for kind suffix
    std::string word{};          ///< only for kind word
  };

 private:
  bool run(std::size_t step, std::span<const std::string_view> words, Modifiers& modifiers) const;

  std::vector<Step> steps_;
  std::vector<std::string> bases_;
};

/// All patterns of a table, grouped by base opcode.
class OpMatcher {
 public:
  explicit OpMatcher(std::span<const OpInfo> table = op_table());

  std::optional<OpMatch> match(std::string_view spelling) const;
  std::optional<OpMatch> match(std::span<const std::string_view> words) const;

  /// The patterns of a base opcode, joined by commas. Empty if no pattern has this base opcode.
  std::string forms_of(std::string_view base) const;

 private:
  std::optional<OpMatch> match_in_order(std::span<const std::string_view> words) const;

  struct Row {
    const OpInfo* info = nullptr;
    OpPattern pattern;
  };
  std::vector<Row> rows_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_base_;
};

}  // namespace heddle::isa
