#include "cc/nested/token_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include <fmt/core.h>

namespace heddle::cc {
namespace {

bool is_blank_character(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The position after a string or character that begins at `at`.
std::size_t past_quotes(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

/// The position after a raw string whose quote is at `quote`.
std::size_t past_raw_string(const std::string& text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == std::string::npos) return text.size();
  const std::string close = ")" + text.substr(quote + 1, open - quote - 1) + "\"";
  const std::size_t end = text.find(close, open);
  return end == std::string::npos ? text.size() : end + close.size();
}

bool opens(std::string_view token) { return token == "(" || token == "[" || token == "{"; }
bool closes(std::string_view token) { return token == ")" || token == "]" || token == "}"; }

}  // namespace

TokenText::TokenText(std::string text) : text_(std::move(text)) {
  markers_.push_back({});
  cut();
}

void TokenText::cut() {
  bool starts_line = true;
  for (std::size_t at = 0; at < text_.size();) {
    const char c = text_[at];
    if (is_blank_character(c)) {
      starts_line |= c == '\n';
      ++at;
    } else if (c == '#' && starts_line) {
      at = take_directive(at);
    } else {
      const std::size_t end = take_token(at);
      tokens_.push_back({at, end});
      at = end;
      starts_line = false;
    }
  }
}

/// Reads a line that begins with #. Returns the position of its end.
std::size_t TokenText::take_directive(std::size_t at) {
  const std::size_t end = std::min(text_.find('\n', at), text_.size());
  std::size_t i = at + 1;
  while (i < end && is_blank_character(text_[i])) ++i;
  if (i == end || !is_digit(text_[i])) return end;
  Marker marker;
  marker.position = end + 1;
  marker.line = std::strtoull(text_.c_str() + i, nullptr, 10);
  const std::size_t open = std::min(text_.find('"', i), end);
  if (open == end) return end;
  const std::size_t close = past_quotes(text_, open);
  marker.file = text_.substr(open + 1, close - open - 2);
  marker.system = text_.substr(close, end - close).find(" 3") != std::string::npos;
  markers_.push_back(std::move(marker));
  return end;
}

std::size_t TokenText::take_token(std::size_t at) const {
  const char c = text_[at];
  if (c == '"' || c == '\'') return past_quotes(text_, at);
  if (is_word_character(c)) {
    std::size_t end = at + 1;
    const bool number = is_digit(c);
    while (end < text_.size() &&
           (is_word_character(text_[end]) || (number && (text_[end] == '.' || text_[end] == '\''))))
      ++end;
    if (end < text_.size() && text_[end] == '"' && text_[end - 1] == 'R')
      return past_raw_string(text_, end);
    return end;
  }
  const bool is_pair = text_.compare(at, 2, "::") == 0 || text_.compare(at, 2, "->") == 0;
  return at + (is_pair ? 2 : 1);
}

bool TokenText::is_name(std::size_t token) const {
  if (token >= tokens_.size()) return false;
  const char first = text_[tokens_[token].begin];
  return is_word_character(first) && !is_digit(first);
}

bool TokenText::is_run(std::size_t token, char character, std::size_t count) const {
  if (token + count > tokens_.size()) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Token& each = tokens_[token + i];
    if (text_[each.begin] != character || each.begin != tokens_[token].begin + i) return false;
  }
  return true;
}

std::string TokenText::line_of(std::size_t first, std::size_t last) const {
  std::string line;
  for (std::size_t i = first; i < last; ++i) {
    const bool is_apart = i > first && tokens_[i].begin != tokens_[i - 1].end;
    if (is_apart) line += ' ';
    line += at(i);
  }
  return line;
}

std::size_t TokenText::after_closing(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (opens(at(i))) ++depth;
    if (closes(at(i)) && --depth == 0) return i + 1;
  }
  return size();
}

std::size_t TokenText::opening(std::size_t close) const {
  const bool angles = is(close, ">");
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view token = at(i);
    if (token == ";" || (angles && (token == "{" || token == "}"))) break;
    if (closes(token) || (angles && token == ">")) ++depth;
    if ((opens(token) || (angles && token == "<")) && --depth == 0) return i;
  }
  return size();
}

std::size_t TokenText::after_angles(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    const std::string_view token = at(i);
    if (opens(token)) {
      i = after_closing(i) - 1;
    } else if (token == "<") {
      ++depth;
    } else if (token == ">" && --depth == 0) {
      return i + 1;
    } else if (token == ";") {
      break;
    }
  }
  return size();
}

const TokenText::Marker& TokenText::marker_of(std::size_t token) const {
  const auto after =
      std::ranges::upper_bound(markers_, tokens_[token].begin, {}, &Marker::position);
  return *std::prev(after);
}

std::string TokenText::place(std::size_t token) const {
  const Marker& marker = marker_of(token);
  const auto from = text_.begin() + static_cast<std::ptrdiff_t>(marker.position);
  const auto to = text_.begin() + static_cast<std::ptrdiff_t>(tokens_[token].begin);
  const auto lines = static_cast<std::size_t>(std::count(from, to, '\n'));
  return fmt::format("{}:{}", marker.file, marker.line + lines);
}

}  // namespace heddle::cc
