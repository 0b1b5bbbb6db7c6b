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
  more_->any.add(writes);
  if (from != From::compute) more_->memory.add(writes);
  if (from == From::far_memory) more_->far.add(writes);
}

void Scoreboard::end_more(std::span<const RowWord> writes, From from) {
  more_->any.remove(writes);
  if (from == From::compute) return;
  more_->memory.remove(writes);
  more_->far.remove(writes);
}

Scoreboard::Wait Scoreboard::wait_for_more(const Dependencies& uses) const {
  const bool has_more = more_ != nullptr;
  if (!any_.has(uses) && !(has_more && more_->any.has(uses.more))) return Wait::none;
  return memory_.has(uses) || (has_more && more_->memory.has(uses.more)) ? Wait::memory
                                                                         : Wait::compute;
}

}  // namespace heddle::core
