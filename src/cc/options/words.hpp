// Splits text into the words of a shell command, and quotes words for a shell.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

/// Splits at white space. Quotes and backslashes act as in a POSIX shell, without expansions.
std::vector<std::string> split_words(std::string_view text);

/// Splits at commas outside quotes. A comma behind a backslash does not split.
std::vector<std::string> split_commas(std::string_view text);

/// The word, in quotes if a shell would otherwise read it differently.
std::string shell_word(std::string_view word);

/// The command as a line for a shell.
std::string shell_line(std::span<const std::string> words);

}  // namespace heddle::cc
