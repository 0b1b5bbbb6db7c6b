#include "heddle/ptx/tokens/lexer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <system_error>

#include <fmt/core.h>

namespace heddle::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
/// True for characters that a name may contain after its first character.
bool is_follow(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

std::string describe(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code > ' ' && code < 0x7F ? fmt::format("'{}'", c) : fmt::format("0x{:02X}", code);
}

/// True for digits with an optional exponent. So the lexer reads ".5e3" as a number and ".1d" as a
/// modifier.
bool is_fraction(std::string_view word) {
  std::size_t i = 0;
  while (i < word.size() && is_digit(word[i])) ++i;
  if (i == 0) return false;
  if (i == word.size()) return true;
  return (word[i] == 'e' || word[i] == 'E') &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(i) + 1, word.end(), is_digit);
}

}  // namespace

void Lexer::fail_at(TextPosition place, const std::string& message) const {
  throw SourceError({file_, place.line, place.column}, message);
}

TextPosition Lexer::here() const {
  return {line_, static_cast<std::uint32_t>(position_ - line_start_ + 1)};
}

std::string_view Lexer::take(std::size_t length) {
  const std::string_view taken = text_.substr(position_, length);
  position_ += taken.size();
  return taken;
}

std::size_t Lexer::word_length(std::size_t from) const {
  std::size_t length = from;
  while (is_follow(at(length))) ++length;
  return length;
}

void Lexer::skip_block_comment() {
  const TextPosition start = here();
  const std::size_t close = text_.find("*/", position_ + 2);
  if (close == std::string_view::npos) fail_at(start, "comment is not closed: expected '*/'");
  for (; position_ < close + 2; ++position_) {
    if (text_[position_] == '\n') {
      ++line_;
      line_start_ = position_ + 1;
    }
  }
}

void Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (is_blank(c)) {
      ++position_;
      if (c == '\n') {
        ++line_;
        line_start_ = position_;
      }
    } else if (c == '/' && at(1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  const std::size_t before = position_;
  skip_blanks();
  Token token;
  token.follows_directly = position_ == before;
  token.place = here();
  if (position_ == text_.size()) return token;
  const char first = text_[position_];
  const bool is_marked = first == '_' || first == '$' || first == '%';
  if (is_letter(first) || first == '_' || (is_marked && is_follow(at(1)))) {
    token.kind = TokenKind::identifier;
    token.text = take(word_length(1));
  } else if (first == '.') {
    lex_dot(token);
  } else if (is_digit(first)) {
    lex_number(token);
  } else if (first == '"') {
    lex_string(token);
  } else {
    lex_punctuation(token);
  }
  return token;
}

void Lexer::lex_dot(Token& token) {
  std::size_t length = word_length(1);
  if (length == 1) fail_at(token.place, "expected a name after '.'");
  if (is_fraction(text_.substr(position_ + 1, length - 1))) return lex_decimal_float(token);
  while (at(length) == ':' && at(length + 1) == ':' && is_follow(at(length + 2))) {
    length = word_length(length + 2);
  }
  token.kind = TokenKind::directive;
  token.text = take(length);
}

void Lexer::lex_number(Token& token) {
  if (at(0) == '0' && (at(1) == 'f' || at(1) == 'F')) return lex_hex_float(token, 8);
  if (at(0) == '0' && (at(1) == 'd' || at(1) == 'D')) return lex_hex_float(token, 16);
  std::size_t digits = 0;
  while (is_digit(at(digits))) ++digits;
  const char after = at(digits);
  if (after == '.' || after == 'e' || after == 'E') return lex_decimal_float(token);
  lex_integer(token);
}

void Lexer::end_number(const Token& token) {
  if (is_follow(at(0))) {
    fail_at(here(), fmt::format("'{}' cannot stand in the number '{}'", at(0), token.text));
  }
}

void Lexer::lex_hex_float(Token& token, std::size_t digits) {
  std::size_t length = 2;
  while (is_hex_digit(at(length))) ++length;
  token.kind = digits == 8 ? TokenKind::float32 : TokenKind::float64;
  token.text = take(length);
  if (length != digits + 2) {
    fail_at(token.place, fmt::format("expected {} hexadecimal digits after '{}', not {}", digits,
                                     token.text.substr(0, 2), length - 2));
  }
  std::from_chars(token.text.data() + 2, token.text.data() + length, token.value, 16);
  end_number(token);
}

void Lexer::lex_decimal_float(Token& token) {
  double value = 0;
  const char* const begin = text_.data() + position_;
  const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (error == std::errc::invalid_argument) fail_at(token.place, "expected a number");
  token.kind = TokenKind::float64;
  token.text = take(static_cast<std::size_t>(stop - begin));
  if (error == std::errc::result_out_of_range) {
    fail_at(token.place, fmt::format("'{}' does not fit a double", token.text));
  }
  token.value = std::bit_cast<std::uint64_t>(value);
  end_number(token);
}

void Lexer::lex_integer(Token& token) {
  struct Base {
    std::size_t prefix;
    int radix;
  };
  Base base{0, 10};
  if (at(0) == '0' && (at(1) == 'x' || at(1) == 'X')) {
    base = {2, 16};
  } else if (at(0) == '0' && (at(1) == 'b' || at(1) == 'B')) {
    base = {2, 2};
  } else if (at(0) == '0' && is_digit(at(1))) {
    base = {1, 8};
  }
  const char* const begin = text_.data() + position_;
  const auto [stop, error] =
      std::from_chars(begin + base.prefix, text_.data() + text_.size(), token.value, base.radix);
  token.kind = TokenKind::integer;
  token.text = take(static_cast<std::size_t>(stop - begin));
  if (error == std::errc::invalid_argument) {
    fail_at(token.place, fmt::format("expected a digit of base {} after '{}'", base.radix,
                                     text_.substr(position_ - token.text.size(), base.prefix)));
  }
  if (error == std::errc::result_out_of_range) {
    fail_at(token.place, fmt::format("'{}' does not fit in 64 bits", token.text));
  }
  const bool has_suffix = at(0) == 'U';
  if (has_suffix) take(1);
  token.is_unsigned = has_suffix || (token.value >> 63) != 0;
  end_number(token);
}

void Lexer::lex_string(Token& token) {
  const std::size_t stop = text_.find_first_of("\"\n", position_ + 1);
  if (stop == std::string_view::npos || text_[stop] != '"') {
    fail_at(token.place, "string is not closed: expected '\"' on the same line");
  }
  token.kind = TokenKind::string;
  token.text = take(stop + 1 - position_);
  token.text = token.text.substr(1, token.text.size() - 2);
}

void Lexer::lex_punctuation(Token& token) {
  static constexpr std::array<std::string_view, 8> kPairs = {
      "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  static constexpr std::string_view kSingles = "{}()[],;:@!|<>+-*/%&^~?=";
  const std::string_view pair = text_.substr(position_, 2);
  const bool is_pair = std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end();
  if (!is_pair && kSingles.find(pair[0]) == std::string_view::npos) {
    fail_at(token.place, fmt::format("character {} does not belong here", describe(pair[0])));
  }
  token.kind = TokenKind::punctuation;
  token.text = take(is_pair ? 2 : 1);
}

}  // namespace heddle::ptx
