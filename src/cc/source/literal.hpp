// Steps through C++ text without taking what stands in comments and strings for code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::cc {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Past a comment, a string or a character that begins at `at`; `at` itself where none does.
std::size_t past_literal(const std::string& text, std::size_t at);

/// Past blanks, line ends and comments.
std::size_t past_space(const std::string& text, std::size_t at);

/// Whether this word, and not a longer one, begins at `at`.
bool is_word(const std::string& text, std::size_t at, std::string_view word);

}  // namespace heddle::cc
