#include "cli/inspect/topic.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

namespace heddle::cli {
namespace {

constexpr std::size_t kParagraph = 100;  ///< width if standard output is no terminal

/// The letters and digits of the text in lower case, with one underscore between its words, and one
/// before and after them.
std::string words_of(std::string_view text) {
  std::string words = "_";
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (words.back() != '_')
      words += '_';
  }
  if (words.back() != '_') words += '_';
  return words;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](char c) {
    if (c == ' ' || c == '-') return '_';
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return word;
}

Fit fit_of_dotted(const std::string& name, const std::string& word) {
  const std::string own = folded(name);
  if (own == word) return Fit::whole;
  if (("." + own + ".").find("." + word + ".") != std::string::npos) return Fit::part;
  if (own.starts_with(word)) return Fit::beginning;
  return words_of(name).find(words_of(word)) != std::string::npos ? Fit::within : Fit::none;
}

Fit fit_of_name(const std::string& name, const std::string& word) {
  const std::string own = folded(name);
  if (own == word) return Fit::whole;
  return own.starts_with(word) ? Fit::beginning : Fit::none;
}

bool mentions(std::string_view text, const std::string& word) {
  const std::string all = words_of(text);
  std::string wanted = words_of(word);
  if (all.find(wanted) != std::string::npos) return true;
  wanted.back() = 's';
  return all.find(wanted + "_") != std::string::npos;
}

std::string paragraph(std::string_view head, std::string_view words, const Listener& listener) {
  const std::size_t width = listener.width == 0 ? kParagraph : listener.width;
  std::string text, indent = fmt::format("  {}", head);
  for (const std::string& line : study::wrapped(words, width - indent.size())) {
    text += indent + line + "\n";
    indent.assign(indent.size(), ' ');
  }
  return text;
}

std::vector<const Topic*> all_topics() {
  std::vector<const Topic*> all;
  for (const std::span<const Topic> topics : {word_topics(), setting_topics(), probe_topics(),
                                              result_topics(), other_topics(), gpgpusim_topics()}) {
    for (const Topic& topic : topics) all.push_back(&topic);
  }
  return all;
}

}  // namespace heddle::cli
