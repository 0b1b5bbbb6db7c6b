#include "heddle/ptx/debug/section_bytes.hpp"

#include <string>

#include "heddle/base/error.hpp"
#include "heddle/ptx/tokens/token_stream.hpp"

namespace heddle::ptx {
namespace {

/// Bytes of a word of the directive; 0 if the directive has no words.
unsigned word_bytes(std::string_view directive) {
  if (directive == ".b8" || directive == ".u8") return 1;
  if (directive == ".b16" || directive == ".u16") return 2;
  if (directive == ".b32" || directive == ".u32") return 4;
  if (directive == ".b64" || directive == ".u64") return 8;
  return 0;
}

bool is_name(const Token& token) {
  return token.kind == TokenKind::identifier || token.kind == TokenKind::directive;
}

class SectionReader {
 public:
  explicit SectionReader(std::string_view text) : tokens_(text, file_) {}

  SectionBytes read() {
    while (!tokens_.at_end()) read_line();
    return std::move(section_);
  }

 private:
  void read_line() {
    if (tokens_.peek(1).is(":")) {
      tokens_.take();
      tokens_.take();
      return;
    }
    const unsigned bytes = word_bytes(tokens_.take().text);
    if (bytes == 0) tokens_.fail_expected("a directive such as .b8");
    do {
      read_word(bytes);
    } while (tokens_.accept(","));
  }

  void read_word(unsigned bytes) {
    if (is_name(tokens_.peek())) section_.names.emplace(section_.bytes.size(), tokens_.take().text);
    std::uint64_t value = 0;
    while (true) {
      const bool minus = tokens_.accept("-");
      if (!minus) tokens_.accept("+");
      if (is_name(tokens_.peek()) && minus) {
        tokens_.take();
      } else if (tokens_.peek().kind == TokenKind::integer) {
        const std::uint64_t number = tokens_.take().value;
        value += minus ? 0 - number : number;
      } else {
        break;
      }
      if (!tokens_.peek().is("-") && !tokens_.peek().is("+")) break;
    }
    for (unsigned i = 0; i < bytes; ++i)
      section_.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  const std::string file_;
  TokenStream tokens_;
  SectionBytes section_;
};

}  // namespace

std::optional<SectionBytes> section_bytes(std::string_view text) {
  try {
    return SectionReader(text).read();
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace heddle::ptx
