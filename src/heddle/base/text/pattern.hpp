// A pattern is a regular expression. A search looks for it anywhere in a name, such as a kernel's
// name. The search follows all ways through the pattern at once (Thompson's simulation). Its time
// is therefore at most the product of the lengths of name and pattern, and no pattern can make it
// hang. The search is heddle's own and uses no other library, since it is part of the runtime that
// CUDA programs load.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/text/pattern_program.hpp"

namespace heddle {

/// The dialect of patterns, explained to users. This is the only description of the dialect.
inline constexpr std::string_view kPatternDialect =
    "A pattern (REGEX) is looked for anywhere in a name:\n"
    "  abc                 these characters\n"
    "  .  [a-z_]  [^,]     any character, one of these, any but these\n"
    "  \\d \\w \\s \\b         a digit, a letter or digit or _, a blank, an edge of a word\n"
    "  \\D \\W \\S \\B         the opposite of each\n"
    "  ^  $                the beginning of the name, its end\n"
    "  (ab)  a|b           a group, one or the other\n"
    "  *  +  ?             any number of what stands before, 1 or more, at most 1\n"
    "  {2}  {2,}  {2,5}    2 of it, 2 or more, 2 to 5\n"
    "  \\(  \\*  \\.          the character itself\n"
    "A search takes time in proportion to the name, whatever the pattern. What would need more\n"
    "time is refused: back references (\\1) and conditions on what follows, (?=...) and (?!...).\n";

class Pattern {
 public:
  /// Throws Error, with the place in the text, if the text is no pattern. `where` names the option
  /// or file that has the pattern.
  Pattern(std::string_view text, std::string_view where);

  bool is_found_in(std::string_view name) const;

 private:
  PatternProgram program_;
};

}  // namespace heddle
