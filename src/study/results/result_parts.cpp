#include "study/results/result_parts.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "study/results/run_tables.hpp"

namespace heddle::study {
namespace {

ResultPart part_of(const std::string& table, const std::vector<std::string>& columns,
                   const std::string& order) {
  std::string quoted, places;
  for (const std::string& column : columns) {
    quoted += fmt::format("{}\"{}\"", quoted.empty() ? "" : ", ", column);
    places += ", ?";
  }
  return {fmt::format("SELECT {} FROM {} WHERE result = ? ORDER BY {}", quoted, table, order),
          fmt::format("INSERT INTO {} (result, {}) VALUES (?{})", table, quoted, places)};
}

}  // namespace

std::vector<ResultPart> result_parts(Database& database) {
  std::vector<ResultPart> parts = {
      part_of("kernels", columns_of(database, "kernels"), "kernel"),
      {"SELECT kernel, name, value FROM measured JOIN quantities USING (quantity) "
       "WHERE result = ? ORDER BY kernel, name",
       "INSERT INTO measured (result, kernel, quantity, value) "
       "SELECT ?1, ?2, quantity, ?4 FROM quantities WHERE name = ?3"}};
  for (const RunTable& table : run_tables(database))
    parts.push_back(part_of(table.name, table.columns, "rowid"));
  return parts;
}

std::vector<std::string> lines_of(Database& database, const ResultPart& part, std::int64_t result) {
  std::vector<std::string> lines;
  Statement rows(database, part.select);
  rows.bind(result);
  while (rows.next()) {
    std::string& line = lines.emplace_back();
    for (int column = 0; column < rows.columns(); ++column) line += rows.text(column) + '\n';
  }
  return lines;
}

void copy_part(const ResultPart& part, Database& from, std::int64_t result, Database& into,
               std::int64_t copy) {
  Statement rows(from, part.select), insert(into, part.insert);
  rows.bind(result);
  while (rows.next()) {
    insert.bind(copy);
    for (int column = 0; column < rows.columns(); ++column) insert.bind(rows, column);
    insert.run();
  }
}

}  // namespace heddle::study
