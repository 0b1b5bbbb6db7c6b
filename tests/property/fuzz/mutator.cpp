#include "mutator.hpp"

#include <algorithm>
#include <array>

namespace heddle::fuzz {
namespace {

constexpr std::array<std::string_view, 32> kExtremes = {"0",
                                                        "-1",
                                                        "4294967296",
                                                        "18446744073709551615",
                                                        "1e308",
                                                        "1e-400",
                                                        "0x8000000000000000",
                                                        "18446744073709551616",
                                                        "0f7FC00000",
                                                        "0d7FF8000000000001",
                                                        "-9223372036854775808",
                                                        "0b",
                                                        "%r<4000000000>",
                                                        "%r<16777216>",
                                                        "[4294967295][4294967295]",
                                                        "[1099511627776]",
                                                        "/*",
                                                        "//",
                                                        "\"",
                                                        "*/",
                                                        "{",
                                                        "}",
                                                        "((((((((",
                                                        "))))))))",
                                                        "[[",
                                                        "]",
                                                        "%",
                                                        "_",
                                                        "------------",
                                                        "\r\n",
                                                        "<<",
                                                        "::"};

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%' || c == '.';
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// Runs of word bytes, runs of blanks, and single other bytes.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    const auto extend = [&](bool (*belongs)(char)) {
      while (belongs(text[begin]) && end < text.size() && belongs(text[end])) ++end;
    };
    extend(is_word_byte);
    extend(is_blank);
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

}  // namespace

Mutator::Mutator(const std::vector<std::string>& corpus) {
  for (const std::string& text : corpus) files_.push_back(split(text));
  for (const Words& words : files_) {
    dictionary_.insert(dictionary_.end(), words.begin(), words.end());
  }
  std::sort(dictionary_.begin(), dictionary_.end());
  dictionary_.erase(std::unique(dictionary_.begin(), dictionary_.end()), dictionary_.end());
}

std::string_view Mutator::any_word() {
  return below(4) == 0 ? kExtremes[below(kExtremes.size())]
                       : dictionary_[below(dictionary_.size())];
}

void Mutator::edit_words(Words& words) {
  if (words.empty()) return;
  const auto at = words.begin() + static_cast<std::ptrdiff_t>(below(words.size()));
  const auto length = static_cast<std::ptrdiff_t>(1 + below(12));
  const auto stop = words.end() - at < length ? words.end() : at + length;
  switch (below(6)) {
    case 0:
      words.erase(at, stop);
      break;
    case 1: {
      const Words copy(at, stop);
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(below(words.size())), copy.begin(),
                   copy.end());
      break;
    }
    case 2:
      std::swap(*at, words[below(words.size())]);
      break;
    case 3:
      words.insert(at, below(16) == 0 ? below(5000) : below(3), any_word());
      break;
    case 4: {
      const Words& other = files_[below(files_.size())];
      const std::size_t from = below(other.size());
      const std::size_t count = std::min(other.size() - from, 1 + below(60));
      words.insert(at, other.begin() + static_cast<std::ptrdiff_t>(from),
                   other.begin() + static_cast<std::ptrdiff_t>(from + count));
      break;
    }
    default:
      *at = any_word();
      break;
  }
}

void Mutator::edit_bytes(std::string& text) {
  if (text.empty()) return;
  const std::size_t at = below(text.size());
  switch (below(5)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      break;
    case 1:
      text[at] = static_cast<char>(below(256));
      break;
    case 2:
      text.insert(at, 1, static_cast<char>(below(256)));
      break;
    case 3:
      text.erase(at, 1 + below(8));
      break;
    default:
      if (below(8) == 0) text.resize(at);
      break;
  }
}

std::string Mutator::mutant(std::uint64_t seed) {
  random_.seed(seed);
  Words words = files_[below(files_.size())];
  for (std::size_t edits = below(4); edits > 0; --edits) edit_words(words);
  std::string text;
  for (const std::string_view word : words) text += word;
  for (std::size_t edits = below(3); edits > 0; --edits) edit_bytes(text);
  return text;
}

}  // namespace heddle::fuzz
