#include "cc/source/literal.hpp"

namespace heddle::cc {

std::size_t past_literal(const std::string& text, std::size_t at) {
  const auto from = [&](std::string_view end, std::size_t start) {
    const std::size_t found = text.find(end, start);
    return found == std::string::npos ? text.size() : found + end.size();
  };
  if (text.compare(at, 2, "//") == 0) return from("\n", at);
  if (text.compare(at, 2, "/*") == 0) return from("*/", at + 2);
  if (text[at] != '"' && text[at] != '\'') return at;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[at] || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

std::size_t past_space(const std::string& text, std::size_t at) {
  while (at < text.size()) {
    if (is_blank(text[at]) || text[at] == '\n' || text[at] == '\r') {
      ++at;
    } else if (text.compare(at, 2, "//") == 0 || text.compare(at, 2, "/*") == 0) {
      at = past_literal(text, at);
    } else {
      break;
    }
  }
  return at;
}

bool is_word(const std::string& text, std::size_t at, std::string_view word) {
  const std::size_t end = at + word.size();
  return text.compare(at, word.size(), word) == 0 && (at == 0 || !is_name(text[at - 1])) &&
         (end >= text.size() || !is_name(text[end]));
}

}  // namespace heddle::cc
