#include "cli/inspect/row_topic.hpp"

#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

bool has_name(const std::vector<std::string>& row, const std::string& name,
              std::size_t name_columns) {
  for (std::size_t column = 0; column < name_columns; ++column) {
    const auto names = names_in(row[column]);
    if (std::ranges::find(names, name) != names.end()) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> names_in(const std::string& cell) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < cell.size();) {
    const std::size_t end = std::min(cell.find(", ", at), cell.size());
    names.push_back(cell.substr(at, std::min(cell.find(" (", at), end) - at));
    at = end + 2;
  }
  return names;
}

const std::vector<std::string>& row_of(const study::Table& table, const std::string& name,
                                       std::size_t name_columns) {
  const auto row = std::ranges::find_if(
      table.rows, [&](const auto& candidate) { return has_name(candidate, name, name_columns); });
  if (row == table.rows.end()) fail("no row has the name '{}'", name);
  return *row;
}

std::string row_text(const study::Table& table, const std::string& name, std::size_t name_columns,
                     std::string_view what, const Listener& listener) {
  const auto& row = row_of(table, name, name_columns);
  std::string text = fmt::format("{}: {}\n", row.front(), what);
  for (std::size_t column = 1; column < row.size(); ++column) {
    if (!row[column].empty())
      text += paragraph(table.columns[column] + ": ", row[column], listener);
  }
  return text;
}

study::Table rows_of(study::Table table, const std::vector<std::string>& names,
                     std::size_t name_columns) {
  std::erase_if(table.rows, [&](const auto& row) {
    return std::ranges::none_of(
        names, [&](const std::string& name) { return has_name(row, name, name_columns); });
  });
  return table;
}

}  // namespace heddle::cli
