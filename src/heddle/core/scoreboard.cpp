// Rows from the 64th on, which few frames have.

#include "heddle/core/scoreboard.hpp"

#include <algorithm>

namespace heddle::core {

void Scoreboard::Pending::add_more(std::span<const RowWord> words) {
  for (const RowWord& word : words) more[word.word] |= word.bits;
}

void Scoreboard::Pending::remove_more(std::span<const RowWord> words) {
  for (const RowWord& word : words) more[word.word] &= ~word.bits;
}

bool Scoreboard::Pending::has_more(std::span<const RowWord> words) const {
  return std::ranges::any_of(
      words, [this](const RowWord& word) { return (more[word.word] & word.bits) != 0; });
}

}  // namespace heddle::core
