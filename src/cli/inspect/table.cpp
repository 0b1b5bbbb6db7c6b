#include "cli/inspect/table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "heddle/isa/coverage.hpp"

namespace heddle::cli {

void Table::align_right(std::size_t left) {
  for (std::size_t column = left; column < columns.size(); ++column) {
    std::size_t width = columns[column].size();
    for (const auto& row : rows) width = std::max(width, row[column].size());
    columns[column] = fmt::format("{:>{}}", columns[column], width);
    for (auto& row : rows) row[column] = fmt::format("{:>{}}", row[column], width);
  }
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t width = columns[i].size();
    for (const auto& row : rows) width = std::max(width, row[i].size());
    widths.push_back(width);
  }
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i + 1 == row.size() ? row[i] : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  add(columns);
  for (const auto& row : rows) add(row);
  return out;
}

std::string Table::markdown() const {
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    out += "|";
    for (const std::string& word : row) out += " " + isa::escaped_for_markdown(word) + " |";
    out += "\n";
  };
  add(columns);
  add(std::vector<std::string>(columns.size(), "---"));
  for (const auto& row : rows) add(row);
  return out;
}

}  // namespace heddle::cli
