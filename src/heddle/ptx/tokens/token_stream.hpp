// The stream of tokens that the parser reads. The stream can look ahead, take tokens, and throw if
// an expected token is missing.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "heddle/ptx/tokens/lexer.hpp"

namespace heddle::ptx {

class TokenStream {
 public:
  TokenStream(std::string_view text, const std::string& file_name) : lexer_(text, file_name) {}

  /// Returns the token `ahead` tokens after the next one. `ahead` must be less than 3.
  const Token& peek(std::size_t ahead = 0);
  Token take();
  bool at_end() { return peek().kind == TokenKind::end; }

  /// Takes the next token if it is the punctuation, directive or identifier `text`. Returns whether
  /// it has taken the token.
  bool accept(std::string_view text);
  /// Takes the next token, which must be this punctuation. Otherwise throws, for example "expected
  /// ',' before '%r2'".
  Token expect(std::string_view punctuation);
  /// Takes an identifier. The error message calls the identifier `what`: "expected a register name
  /// before ';'".
  Token expect_identifier(std::string_view what);
  Token expect_string(std::string_view what);
  /// Takes an integer token whose value must be at most `maximum`.
  std::uint64_t expect_integer(std::string_view what, std::uint64_t maximum);

  /// Throws "expected WHAT before 'NEXT TOKEN'" at the next token.
  [[noreturn]] void fail_expected(std::string_view what);
  [[noreturn]] void fail_at(TextPosition place, const std::string& message) const {
    lexer_.fail_at(place, message);
  }

 private:
  Lexer lexer_;
  std::array<Token, 4> ahead_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace heddle::ptx
