// Splits PTX text into tokens, one at a time. The lexer recognises comments, numbers and names, but
// it does not know the grammar.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "heddle/ptx/tokens/token.hpp"

namespace heddle::ptx {

class Lexer {
 public:
  /// The text and the file name must outlive the lexer and its tokens.
  Lexer(std::string_view text, const std::string& file_name) : text_(text), file_(file_name) {}

  /// Returns the next token. At the end of the text every call returns a token of kind `end`.
  /// Throws SourceError for a malformed token.
  Token next();

  [[noreturn]] void fail_at(TextPosition place, const std::string& message) const;

 private:
  char at(std::size_t ahead) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  TextPosition here() const;
  void skip_blanks();
  void skip_block_comment();
  /// Advances by `length` characters and returns them.
  std::string_view take(std::size_t length);
  std::size_t word_length(std::size_t from) const;

  void lex_dot(Token& token);
  void lex_number(Token& token);
  void lex_integer(Token& token);
  void lex_hex_float(Token& token, std::size_t digits);
  void lex_decimal_float(Token& token);
  void lex_string(Token& token);
  void lex_punctuation(Token& token);
  void end_number(const Token& token);

  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace heddle::ptx
