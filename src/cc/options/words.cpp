#include "cc/options/words.hpp"

#include <cctype>

namespace heddle::cc {
namespace {

/// Splits at characters for which `separates` holds, outside quotes. `keep_quotes` leaves the
/// quotes in the parts.
template <typename Separates>
std::vector<std::string> split(std::string_view text, bool keep_quotes, Separates separates) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;  // whether a word has begun; quotes begin a word even if they are empty
  char quote = 0;
  const auto finish = [&] {
    if (inside) words.push_back(word);
    word.clear();
    inside = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && separates(c)) {
      finish();
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      if (keep_quotes && text[i + 1] != ',') word += c;
      word += text[++i];
      inside = true;
    } else if ((quote == 0 && (c == '"' || c == '\'')) || (quote != 0 && c == quote)) {
      quote = quote == 0 ? c : 0;
      if (keep_quotes) word += c;
      inside = true;
    } else {
      word += c;
      inside = true;
    }
  }
  finish();
  return words;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  return split(text, false,
               [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
}

std::vector<std::string> split_commas(std::string_view text) {
  return split(text, true, [](char c) { return c == ','; });
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string result = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += shell_word(word);
  }
  return line;
}

}  // namespace heddle::cc
