// A table of words and the values that they stand for, to be read in both directions.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace heddle::isa {

template <typename Value>
struct Word {
  std::string_view word;
  Value value;
};

/// Sets `value` to the value of the word. Returns false if the table does not have the word.
template <typename Value, std::size_t size>
bool read_word(const Word<Value> (&table)[size], std::string_view word, Value& value) {
  const auto* found = std::ranges::find(table, word, [](const auto& row) { return row.word; });
  if (found == std::end(table)) return false;
  value = found->value;
  return true;
}

/// Returns the word of a value. Empty if the table does not have the value.
template <typename Value, std::size_t size>
std::string_view word_of(const Word<Value> (&table)[size], Value value) {
  const auto* found = std::ranges::find(table, value, [](const auto& row) { return row.value; });
  return found == std::end(table) ? std::string_view{} : found->word;
}

}  // namespace heddle::isa
