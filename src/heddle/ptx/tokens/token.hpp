// The tokens of PTX text. The lexer makes them and the parser reads them.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

enum class TokenKind : std::uint8_t {
  identifier,   ///< add, %r1, $L__BB0_1, _
  directive,    ///< a dot and a word: .reg, .f32, .L1::evict_last
  integer,      ///< sets value and is_unsigned
  float32,      ///< 0f and 8 hexadecimal digits; value holds the bits
  float64,      ///< decimal, or 0d and 16 digits; value holds the bits of the double
  string,       ///< the text of the string without its quotes
  punctuation,  ///< one or two characters
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool is_unsigned = false;
  bool follows_directly = false;  ///< no blank or comment precedes the token
  TextPosition place;
  std::string_view text;
  std::uint64_t value = 0;

  bool is(std::string_view punctuation) const {
    return kind == TokenKind::punctuation && text == punctuation;
  }
  bool is_directive(std::string_view dotted) const {
    return kind == TokenKind::directive && text == dotted;
  }
  bool is_identifier(std::string_view name) const {
    return kind == TokenKind::identifier && text == name;
  }
};

}  // namespace heddle::ptx
