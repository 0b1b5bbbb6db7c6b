// Text split into the words of a shell command, and words written back so that a shell reads them
// as they were.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

/// Splits at blanks; quotes and backslashes act as in a POSIX shell, without expansions.
std::vector<std::string> split_words(std::string_view text);

/// Splits at commas outside quotes; a backslash keeps a comma.
std::vector<std::string> split_commas(std::string_view text);

/// One word, quoted where a shell would otherwise read it differently.
std::string shell_word(std::string_view word);

/// A command as a shell line.
std::string shell_line(std::span<const std::string> words);

}  // namespace heddle::cc
