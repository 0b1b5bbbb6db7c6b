// Steps through C++ text, and tells code from comments and strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::cc {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The position after a comment, a string or a character that begins at `at`. Returns `at` if none
/// begins there.
std::size_t past_literal(const std::string& text, std::size_t at);

/// The position after white space and comments.
std::size_t past_space(const std::string& text, std::size_t at);

/// Whether the word begins at `at`, and not a longer word.
bool is_word(const std::string& text, std::size_t at, std::string_view word);

}  // namespace heddle::cc
