// A pattern is a regular expression. A search looks for it anywhere in a name, such as a kernel's
// name. The search follows all paths through the pattern at once (Thompson's simulation). Therefore
// its time is at most proportional to the length of the name times the length of the pattern's
// program, and no pattern can make the search hang. heddle has its own search instead of a library,
// because CUDA programs load the search as part of the runtime.
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
  /// Throws Error if the text is no pattern. The message names the place in the text. `where` names
  /// the option or file that contains the pattern.
  Pattern(std::string_view text, std::string_view where);

  bool is_found_in(std::string_view name) const;

 private:
  PatternProgram program_;
};

}  // namespace heddle
