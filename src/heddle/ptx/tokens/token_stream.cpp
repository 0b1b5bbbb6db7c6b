#include "heddle/ptx/tokens/token_stream.hpp"

#include <fmt/core.h>

namespace heddle::ptx {
namespace {

/// Returns the token's text in quotes for an error message. A long text is shortened.
std::string quoted(const Token& token) {
  static constexpr std::size_t kLongest = 60;
  if (token.kind == TokenKind::end) return "the end of the file";
  const std::string_view shown = token.text.substr(0, kLongest);
  const std::string_view more = token.text.size() > kLongest ? "..." : "";
  if (token.kind == TokenKind::string) return fmt::format("\"{}{}\"", shown, more);
  return fmt::format("'{}{}'", shown, more);
}

}  // namespace

const Token& TokenStream::peek(std::size_t ahead) {
  while (count_ <= ahead) {
    ahead_[(first_ + count_) % ahead_.size()] = lexer_.next();
    ++count_;
  }
  return ahead_[(first_ + ahead) % ahead_.size()];
}

Token TokenStream::take() {
  const Token token = peek();
  first_ = (first_ + 1) % ahead_.size();
  --count_;
  return token;
}

bool TokenStream::accept(std::string_view text) {
  const Token& token = peek();
  const bool is_word = token.kind == TokenKind::punctuation || token.kind == TokenKind::directive ||
                       token.kind == TokenKind::identifier;
  if (!is_word || token.text != text) return false;
  take();
  return true;
}

void TokenStream::fail_expected(std::string_view what) {
  const Token& token = peek();
  fail_at(token.place, fmt::format("expected {} before {}", what, quoted(token)));
}

Token TokenStream::expect(std::string_view punctuation) {
  if (!peek().is(punctuation)) fail_expected(fmt::format("'{}'", punctuation));
  return take();
}

Token TokenStream::expect_identifier(std::string_view what) {
  if (peek().kind != TokenKind::identifier) fail_expected(what);
  return take();
}

Token TokenStream::expect_string(std::string_view what) {
  if (peek().kind != TokenKind::string) fail_expected(what);
  return take();
}

std::uint64_t TokenStream::expect_integer(std::string_view what, std::uint64_t maximum) {
  if (peek().kind != TokenKind::integer) fail_expected(what);
  const Token token = take();
  if (token.value > maximum) {
    fail_at(token.place,
            fmt::format("{} is {}, the largest possible is {}", what, token.text, maximum));
  }
  return token.value;
}

}  // namespace heddle::ptx
