#include "study/results/contents.hpp"

#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "study/results/checksums.hpp"
#include "study/results/schema.hpp"

namespace heddle::study {
namespace {

// Opening a file of an earlier version for writing adds this table. If a result has no row in this
// table, its rows in the other tables were not counted.
constexpr const char* kContents = R"(
-- How many rows each result has in two tables.
CREATE TABLE IF NOT EXISTS contents (
  result   INTEGER PRIMARY KEY REFERENCES results ON DELETE CASCADE,
  kernels  INTEGER NOT NULL,
  measured INTEGER NOT NULL
);
)";

struct ContentsColumn {
  std::string name, type;
  bool operator==(const ContentsColumn&) const = default;
};
/// The columns of each table.
using Tables = std::map<std::string, std::vector<ContentsColumn>>;

Tables tables_of(Database& database) {
  Tables tables;
  Statement query(database,
                  "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c "
                  "WHERE m.type = 'table' ORDER BY m.name, c.cid");
  while (query.next()) tables[query.text(0)].push_back({query.text(1), query.text(2)});
  return tables;
}

Tables tables_of(const std::string& schema) {
  Database made(":memory:", true);
  made.execute(schema);
  return tables_of(made);
}

bool holds_numbers(const ContentsColumn& column) {
  return column.type == "INTEGER" || column.type == "REAL";
}

/// The first value in the columns of the table that satisfies the condition; nullopt if there is
/// none. In `condition`, {} stands for the column.
std::optional<std::string> first_value(Database& database, const std::string& table,
                                       const std::vector<ContentsColumn>& columns,
                                       const std::string& condition) {
  for (const ContentsColumn& column : columns) {
    const std::string holds =
        fmt::format(fmt::runtime(condition), fmt::format("\"{}\"", column.name));
    Statement query(
        database, fmt::format("SELECT \"{}\" FROM {} WHERE {} LIMIT 1", column.name, table, holds));
    if (query.next()) return query.text(0);
  }
  return std::nullopt;
}

/// Throws Error for a text, a negative or an infinite value in the number columns. Only an exit
/// code may be negative.
void refuse_wrong_numbers(Database& database, const std::string& table,
                          std::vector<ContentsColumn> columns) {
  if (first_value(database, table, columns, "typeof({}) IN ('text', 'blob')"))
    fail("'{}' has a text where table {} has numbers; {}", database.file().string(), table,
         kAlteredAdvice);
  std::erase_if(columns, [](const ContentsColumn& column) { return column.name == "exit_code"; });
  const auto value =
      first_value(database, table, columns, "{0} < 0 OR {0} > 1.7976931348623157e308");
  if (value)
    fail("'{}' has {} in table {}, whose numbers are finite and from 0 on; {}",
         database.file().string(), *value, table, kAlteredAdvice);
}

void refuse_loose_rows(Database& database) {
  Statement query(database, "PRAGMA foreign_key_check");
  if (!query.next()) return;
  fail("'{}' has a row of table {} that belongs to no row of table {}; {}",
       database.file().string(), query.text(0), query.text(2), kAlteredAdvice);
}

/// Throws Error if a result with a timed launch does not have a whole positive number of cycles.
void refuse_wrong_cycles(Database& database) {
  Statement query(database, R"(
SELECT r.result, m.value
FROM results r
LEFT JOIN measured m ON m.result = r.result AND m.kernel = 0
  AND m.quantity = (SELECT quantity FROM quantities WHERE name = 'cycles')
WHERE r.status = 'ok'
  AND EXISTS (SELECT 1 FROM kernels k WHERE k.result = r.result AND k.timed_launches > 0)
  AND (m.value IS NULL OR m.value = 0 OR m.value <> CAST(m.value AS INTEGER)
       OR m.value >= 9223372036854775807)
LIMIT 1)");
  if (!query.next()) return;
  const std::string cycles = query.text(1).empty() ? "no" : query.text(1);
  fail("'{}' has {} cycles of result {}, which timed launches; {}", database.file().string(),
       cycles, query.text(0), kAlteredAdvice);
}

/// Names of statistics by their numbers in the file.
using StatisticNames = std::map<std::int64_t, std::string>;

StatisticNames present_names(Database& database) {
  StatisticNames names;
  Statement query(database, "SELECT quantity, name FROM quantities");
  while (query.next()) names[query.whole(0)] = query.text(1);
  return names;
}

/// The statistics that note_statistics() has stored, one a line: "17 cycles". nullopt if the file
/// has no stored statistics.
std::optional<StatisticNames> written_names(Database& database) {
  Statement query(database, "SELECT value FROM about WHERE key = 'statistics'");
  if (!query.next()) return std::nullopt;
  StatisticNames names;
  std::istringstream lines(query.text(0));
  std::int64_t number = 0;
  for (std::string name; lines >> number >> name;) names[number] = name;
  return names;
}

/// Throws Error for a statistic that heddle does not have. Used for a file without stored names of
/// statistics.
void refuse_unknown_statistics(Database& database) {
  std::set<std::string> known;
  for (const Statistic& statistic : sim::all_statistics()) known.insert(statistic.name);
  for (const auto& [number, name] : present_names(database)) {
    if (known.contains(name) || zero_is_stored(name)) continue;
    fail("'{}' has the statistic '{}', which heddle does not write; {}", database.file().string(),
         name, kAlteredAdvice);
  }
}

void refuse_other_statistics(Database& database) {
  const auto written = written_names(database);
  if (!written) return refuse_unknown_statistics(database);
  const StatisticNames present = present_names(database);
  for (const auto& [number, name] : *written) {
    const auto found = present.find(number);
    if (found == present.end())
      fail("'{}' lacks the statistic '{}'; {}", database.file().string(), name, kAlteredAdvice);
    if (found->second != name)
      fail("'{}' has the statistic '{}' in place of '{}'; {}", database.file().string(),
           found->second, name, kAlteredAdvice);
  }
  for (const auto& [number, name] : present)
    if (!written->contains(number))
      fail("'{}' has the statistic '{}', which heddle has not written; {}",
           database.file().string(), name, kAlteredAdvice);
}

bool has_contents(Database& database) {
  Statement query(database,
                  "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'contents'");
  return query.next();
}

/// Throws Error if the query returns a row. The first column of the row is the number of a result
/// that lacks rows of `table`.
void refuse_first(Database& database, const std::string& sql, std::string_view table) {
  Statement query(database, sql);
  if (!query.next()) return;
  fail("'{}' has not the rows of table {} that result {} had; {}", database.file().string(), table,
       query.text(0), kAlteredAdvice);
}

void refuse_missing_rows(Database& database) {
  refuse_first(database,
               "SELECT result FROM results r WHERE status = 'ok' AND launches > 0 AND NOT EXISTS "
               "(SELECT 1 FROM measured m WHERE m.result = r.result)",
               "measured");
  if (!has_contents(database)) return;
  for (const char* const table : {"measured", "kernels"}) {
    refuse_first(database,
                 fmt::format("SELECT result FROM contents c JOIN results r USING (result) WHERE "
                             "r.status IN ('ok', 'incomplete') AND c.{0} <> (SELECT count(*) FROM "
                             "{0} t WHERE t.result = c.result)",
                             table),
                 table);
  }
}

}  // namespace

std::string contents_table() { return kContents; }

void store_contents(Database& database, std::int64_t result) {
  Statement insert(database,
                   "INSERT OR REPLACE INTO contents SELECT ?1, (SELECT count(*) FROM kernels WHERE "
                   "result = ?1), (SELECT count(*) FROM measured WHERE result = ?1)");
  insert.bind(result).run();
}

void note_statistics(Database& database) {
  std::string lines;
  for (const auto& [number, name] : present_names(database))
    lines += fmt::format("{} {}\n", number, name);
  Statement insert(database, "INSERT OR REPLACE INTO about VALUES ('statistics', ?)");
  insert.bind(lines).run();
  if (has_checksums(database)) seal_quantities(database);
}

void require_tables(Database& database, const std::string& schema) {
  Statement trigger(database, "SELECT name FROM sqlite_master WHERE type = 'trigger'");
  if (trigger.next())
    fail("'{}' has a trigger, {}, which would change results; {}", database.file().string(),
         trigger.text(0), kAlteredAdvice);
  const Tables present = tables_of(database);
  for (const auto& [table, columns] : tables_of(schema)) {
    const auto found = present.find(table);
    if (found == present.end())
      fail("'{}' lacks table {}; {}", database.file().string(), table, kAlteredAdvice);
    if (found->second == columns) continue;
    std::vector<std::string> names;
    for (const ContentsColumn& column : columns) names.push_back(column.name);
    fail("'{}' has other columns in table {} than {}; {}", database.file().string(), table,
         fmt::join(names, ", "), kAlteredAdvice);
  }
}

void refuse_altered(Database& database, const std::string& schema) {
  for (auto [table, columns] : tables_of(schema)) {
    const bool is_measured = table == "measured";
    std::erase_if(columns, [&](const ContentsColumn& column) {
      return !holds_numbers(column) && !(is_measured && column.name == "value");
    });
    refuse_wrong_numbers(database, table, columns);
  }
  refuse_missing_rows(database);
  refuse_other_statistics(database);
  refuse_loose_rows(database);
  refuse_wrong_cycles(database);
}

}  // namespace heddle::study
