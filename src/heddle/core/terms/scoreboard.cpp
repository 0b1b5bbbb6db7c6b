// The functions for rows from the 64th on, which few frames have.

#include "heddle/core/terms/scoreboard.hpp"

#include <algorithm>

namespace heddle::core {

void Scoreboard::PendingWords::add(std::span<const RowWord> of) {
  for (const RowWord& word : of) words[word.word] |= word.bits;
}

void Scoreboard::PendingWords::remove(std::span<const RowWord> of) {
  for (const RowWord& word : of) words[word.word] &= ~word.bits;
}

bool Scoreboard::PendingWords::has(std::span<const RowWord> of) const {
  return std::ranges::any_of(
      of, [this](const RowWord& word) { return (words[word.word] & word.bits) != 0; });
}

void Scoreboard::begin_more(std::span<const RowWord> writes, From from) {
  if (more_ == nullptr) more_ = std::make_unique<More>();
  more_->pending.add(writes);
  if (from == From::far_memory) more_->far.add(writes);
}

void Scoreboard::end_more(std::span<const RowWord> writes) {
  more_->pending.remove(writes);
  more_->far.remove(writes);
}

bool Scoreboard::waits_for_more(const Dependencies& uses) const {
  return pending_.has(uses) || (more_ != nullptr && more_->pending.has(uses.more));
}

}  // namespace heddle::core
