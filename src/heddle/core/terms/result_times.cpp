// The functions for rows from the 64th on, which few frames have.

#include "heddle/core/terms/result_times.hpp"

namespace heddle::core {

void ResultTimes::begin_more(const Dependencies& writes, Cycle when) {
  if (more_ == nullptr) more_ = std::make_unique<More>();
  for (const RowWord& word : writes.more) set(more_->words[word.word], word.bits, when);
}

void ResultTimes::end_more(const Dependencies& writes) {
  for (const RowWord& word : writes.more) more_->words[word.word].pending &= ~word.bits;
}

Cycle ResultTimes::ready_with_more(const Dependencies& uses, Cycle now) {
  Cycle when = ready_of_first(uses, now);
  if (more_ == nullptr) return when;
  for (const RowWord& word : uses.more) when = latest(more_->words[word.word], word.bits, when);
  return when;
}

}  // namespace heddle::core
