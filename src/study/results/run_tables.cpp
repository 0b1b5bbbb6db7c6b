#include "study/results/run_tables.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

bool is_name(const std::string& text) {
  const auto may_stand = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, may_stand);
}

constexpr const char* kInfinite = "inf";

/// Whether `inf` means infinity in this column. This is so if all other fields of the column are
/// numbers or empty.
bool holds_numbers(const CsvTable& table, std::size_t column) {
  return std::ranges::all_of(table.rows, [&](const auto& fields) {
    const std::string& field = fields[column];
    return field.empty() || field == kInfinite || parse_number(field);
  });
}

void store_table(Database& database, std::int64_t result, const fs::path& file) {
  const CsvTable table = parse_csv(read_file(file, file_kinds::kRunTable), file.string());
  for (const std::string& column : table.columns) {
    if (!is_name(column)) fail("{}: '{}' is no name of a column", file.string(), column);
  }
  const std::string name = "run_" + file.stem().string();
  require_run_table(database, {name, table.columns});
  std::string places = "?";
  for (std::size_t i = 0; i < table.columns.size(); ++i) places += ", ?";
  Statement row(database, fmt::format("INSERT INTO {} VALUES ({})", name, places));
  std::vector<bool> numbers;
  for (std::size_t column = 0; column < table.columns.size(); ++column)
    numbers.push_back(holds_numbers(table, column));
  for (const auto& fields : table.rows) {
    row.bind(result);
    for (std::size_t column = 0; column < fields.size(); ++column) {
      if (numbers[column] && fields[column] == kInfinite)
        row.bind(std::numeric_limits<double>::infinity());
      else
        row.bind(fields[column]);
    }
    row.run();
  }
}

}  // namespace

std::vector<std::string> columns_of(Database& database, const std::string& table) {
  std::vector<std::string> columns;
  Statement query(database,
                  "SELECT name FROM pragma_table_info(?) WHERE name <> 'result' ORDER BY cid");
  query.bind(table);
  while (query.next()) columns.push_back(query.text(0));
  return columns;
}

void require_run_table(Database& database, const RunTable& table) {
  const std::vector<std::string> present = columns_of(database, table.name);
  if (present == table.columns) return;
  if (!present.empty()) {
    fail(
        "'{}': its table {} has the columns {}, and this run has {}; name another file with "
        "--results",
        database.file().string(), table.name, fmt::join(present, ", "),
        fmt::join(table.columns, ", "));
  }
  std::string declared = "result INTEGER NOT NULL REFERENCES results ON DELETE CASCADE";
  for (const std::string& column : table.columns) {
    declared += fmt::format(", \"{}\" NUMERIC", column);
  }
  database.execute(fmt::format("CREATE TABLE {} ({})", table.name, declared));
  database.execute(fmt::format("CREATE INDEX {0}_by_result ON {0} (result)", table.name));
}

std::vector<RunTable> run_tables(Database& database) {
  std::vector<RunTable> tables;
  Statement query(database,
                  "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'run_*' "
                  "ORDER BY name");
  while (query.next()) tables.push_back({query.text(0), columns_of(database, query.text(0))});
  return tables;
}

void store_run_tables(Database& database, std::int64_t result, const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".csv" && is_name(file.stem().string())) {
      store_table(database, result, file);
    }
  }
}

}  // namespace heddle::study
