#include "study/plan/setting_values.hpp"

#include <set>

#include <fmt/core.h>

#include "heddle/base/text/words.hpp"

namespace heddle::study {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kExample =
    "as in columns = \"size ways\" and rows = [\"16KiB 4\", \"48KiB 6\"]";

std::vector<Replacements> rows_of(StrictTable& table, const Words& columns, const Words& rows) {
  std::vector<Replacements> all;
  for (const std::string& row : rows) {
    const Words cells = split_words(row);
    if (cells.size() != columns.size())
      table.refuse("rows", fmt::format("rows: '{}' has {} values, and there are {} columns", row,
                                       cells.size(), columns.size()));
    Replacements& values = all.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i)
      values.emplace_back(fmt::format("{{{}}}", columns[i]), cells[i]);
  }
  return all;
}

}  // namespace

std::vector<Replacements> read_setting_values(StrictTable& table, const std::string& name) {
  const auto values = table.words("values");
  const auto columns = table.words("columns");
  const auto rows = table.texts("rows");
  if (columns.has_value() != rows.has_value())
    table.refuse(columns ? "columns" : "rows",
                 fmt::format("columns and rows stand together, {}", kExample));
  if (values && rows) table.refuse("rows", "a setting has values or rows, not both");
  const Words places = values ? Words{""} : columns.value_or(Words{});
  for (const std::string& place : places) {
    if (name.find("{" + place + "}") == std::string::npos)
      table.refuse("name", fmt::format("name has no {{{}}} where a value is put", place));
  }
  if (std::set(places.begin(), places.end()).size() != places.size())
    table.refuse("columns", "columns: two have the same name");
  if (rows) return rows_of(table, places, *rows);
  std::vector<Replacements> all;
  for (const std::string& value : values.value_or(Words{})) all.push_back({{"{}", value}});
  return all;
}

std::string with_values(std::string text, const Replacements& values) {
  for (const auto& [place, value] : values) {
    for (std::size_t at = text.find(place); at != std::string::npos;
         at = text.find(place, at + value.size())) {
      text.replace(at, place.size(), value);
    }
  }
  return text;
}

void put_values(std::vector<std::string>& texts, const Replacements& values) {
  for (std::string& text : texts) text = with_values(std::move(text), values);
}

}  // namespace heddle::study
