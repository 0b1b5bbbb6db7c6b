#include "heddle/base/text/suggestion.hpp"

#include <algorithm>
#include <vector>

namespace heddle {

unsigned edit_distance(std::string_view from, std::string_view to) {
  std::vector<unsigned> before(to.size() + 1), last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const unsigned replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[to.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> known) {
  const unsigned limit = std::max<unsigned>(1, (static_cast<unsigned>(word.size()) + 1) / 3);
  std::string best;
  unsigned best_distance = limit + 1;
  for (const std::string& candidate : known) {
    const unsigned distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string best = nearest(word, known);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

std::string which_exist(std::string_view word, std::span<const std::string> known) {
  if (known.empty()) return "";
  const std::string meant = did_you_mean(word, known);
  return meant + (meant.empty() ? "; there are: " : " There are: ") + comma_list(known);
}

std::string comma_list(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

}  // namespace heddle
