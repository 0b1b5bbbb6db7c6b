#include "study/tables/table.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

#include "heddle/base/text/visible_text.hpp"
#include "heddle/isa/coverage.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kGap = 2;  ///< characters between two columns
/// Least width of a column with wrapped text, in characters.
constexpr std::size_t kLeastWrapped = 24;

}  // namespace

std::vector<std::string> wrapped(std::string_view words, std::size_t width) {
  std::vector<std::string> lines;
  while (words.size() > width) {
    std::size_t end = words.rfind(' ', width);
    if (end == std::string_view::npos || end == 0) end = words.find(' ', width);
    if (end == std::string_view::npos) break;
    lines.emplace_back(words.substr(0, end));
    words.remove_prefix(end + 1);
  }
  lines.emplace_back(words);
  return lines;
}

void Table::pad(std::size_t column) {
  std::size_t width = columns[column].size();
  for (const auto& row : rows) width = std::max(width, row[column].size());
  columns[column] = fmt::format("{:>{}}", columns[column], width);
  for (auto& row : rows) row[column] = fmt::format("{:>{}}", row[column], width);
}

void Table::align_right(std::size_t left) {
  for (std::size_t column = left; column < columns.size(); ++column) pad(column);
}

void Table::align_right(std::initializer_list<std::size_t> numbers) {
  for (const std::size_t column : numbers) pad(column);
}

void Table::erase(std::size_t column) {
  const auto erase_in = [&](std::vector<std::string>& words) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(column));
  };
  erase_in(columns);
  for (auto& row : rows) erase_in(row);
}

void Table::leave_out(std::string_view heading) {
  const auto found = std::ranges::find(columns, heading);
  if (found != columns.end()) erase(static_cast<std::size_t>(found - columns.begin()));
}

void Table::leave_out_dashes() {
  for (std::size_t column = columns.size(); column-- > 0;) {
    const bool has_word = std::ranges::any_of(rows, [&](const auto& row) {
      return row[column].find_first_not_of(" -") != std::string::npos;
    });
    if (!has_word && !rows.empty()) erase(column);
  }
}

void Table::make_visible() {
  for (std::string& word : columns) word = visible(word);
  for (auto& row : rows)
    for (std::string& word : row) word = visible(word);
}

std::vector<std::size_t> Table::widths(std::size_t room) const {
  std::vector<std::size_t> widths;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t own = columns[i].size();
    for (const auto& row : rows) own = std::max(own, row[i].size());
    widths.push_back(own);
    sum += own + (i == 0 ? 0 : kGap);
  }
  while (room != 0 && sum > room) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= kLeastWrapped) break;
    --*widest;
    --sum;
  }
  return widths;
}

std::size_t Table::width() const {
  const std::vector<std::size_t> own = widths(0);
  return std::accumulate(own.begin(), own.end(), kGap * (own.size() - 1));
}

std::string Table::text(std::size_t room) const {
  Table shown = *this;
  shown.make_visible();
  const std::vector<std::size_t> own = shown.widths(room);
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    std::vector<std::vector<std::string>> cells;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(wrapped(row[i], own[i]));
      lines = std::max(lines, cells.back().size());
    }
    for (std::size_t number = 0; number < lines; ++number) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string cell = number < cells[i].size() ? cells[i][number] : "";
        line += fmt::format("{:<{}}", cell, own[i] + kGap);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
  };
  add(shown.columns);
  for (const auto& row : shown.rows) add(row);
  return out;
}

std::string Table::markdown() const {
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    out += "|";
    for (const std::string& word : row)
      out += " " + isa::escaped_for_markdown(visible(word)) + " |";
    out += "\n";
  };
  add(columns);
  add(std::vector<std::string>(columns.size(), "---"));
  for (const auto& row : rows) add(row);
  return out;
}

}  // namespace heddle::study
