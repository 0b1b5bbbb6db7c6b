#include "study/plan/run_filter.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fnmatch.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::study {
namespace {

using Words = std::vector<std::string>;

void add_new(Words& words, const std::string& word) {
  if (std::ranges::find(words, word) == words.end()) words.push_back(word);
}

/// The labels and choices of the cell under this name. A cell has several if an axis is called like
/// a column.
Words labels_of(const Cell& cell, const std::string& column) {
  Words found;
  const auto labels = cell.labels();
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (column == kRunColumns[i]) found.push_back(labels[i]);
  for (const auto& [axis, choice] : cell.choices)
    if (axis == column) add_new(found, choice);
  return found;
}

Words columns_of(std::span<const Cell> cells) {
  Words columns(std::begin(kRunColumns), std::end(kRunColumns));
  for (const Cell& cell : cells)
    for (const auto& [axis, choice] : cell.choices) add_new(columns, axis);
  return columns;
}

class Filter {
 public:
  Filter(const std::string& text, std::span<const Cell> cells) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      fail("--filter {}: expected COLUMN=PATTERN, as in --filter setting=gto", text);
    column_ = text.substr(0, equals);
    const Words known = columns_of(cells);
    if (std::ranges::find(known, column_) == known.end())
      fail("--filter {}: the runs have no '{}'{}", text, column_, which_exist(column_, known));
    for (std::size_t at = equals + 1; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      patterns_.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    for (const std::string& pattern : patterns_) check(text, pattern, cells);
  }

  bool has(const Cell& cell) const {
    return std::ranges::any_of(patterns_,
                               [&](const std::string& pattern) { return matches(cell, pattern); });
  }

 private:
  bool matches(const Cell& cell, const std::string& pattern) const {
    return std::ranges::any_of(labels_of(cell, column_), [&](const std::string& label) {
      return fnmatch(pattern.c_str(), label.c_str(), 0) == 0;
    });
  }

  void check(const std::string& text, const std::string& pattern,
             std::span<const Cell> cells) const {
    Words known;
    for (const Cell& cell : cells) {
      if (matches(cell, pattern)) return;
      for (const std::string& label : labels_of(cell, column_)) add_new(known, label);
    }
    fail("--filter {}: no {} is '{}'{}", text, column_, pattern, which_exist(pattern, known));
  }

  std::string column_;
  Words patterns_;
};

}  // namespace

std::vector<std::size_t> filtered_runs(std::span<const Cell> cells,
                                       std::span<const std::string> filters) {
  std::vector<Filter> all;
  for (const std::string& filter : filters) all.emplace_back(filter, cells);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (std::ranges::all_of(all, [&](const Filter& filter) { return filter.has(cells[i]); }))
      numbers.push_back(i + 1);
  }
  if (numbers.empty()) fail("--filter: no run matches all filters");
  return numbers;
}

}  // namespace heddle::study
