#include "study/results/checksums.hpp"

#include <map>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/hash.hpp"
#include "study/results/contents.hpp"
#include "study/results/run_tables.hpp"

namespace heddle::study {
namespace {

// The table is made in new files and by the first sweep of a file of version 1.
constexpr const char* kChecksums = R"(
-- What the rows of a result, of the matrix and of a view come to: base/hash.hpp over types and bytes.
CREATE TABLE IF NOT EXISTS checksums (
  subject  TEXT PRIMARY KEY,  -- result IDENTITY, matrix, quantities, view NAME
  checksum TEXT NOT NULL      -- 16 hexadecimal digits
) WITHOUT ROWID;
)";

constexpr const char* kMatrixSubject = "matrix";
constexpr const char* kQuantitiesSubject = "quantities";
constexpr const char* kConfigurationRows =
    "SELECT * FROM configurations ORDER BY configuration, parameter";
/// Each table of the matrix in the order of its key.
constexpr const char* kMatrixRows[] = {
    "SELECT * FROM cells ORDER BY run", "SELECT * FROM choices ORDER BY run, axis",
    "SELECT * FROM configured ORDER BY run", "SELECT * FROM parameter_keys ORDER BY parameter",
    kConfigurationRows};

/// A hash of rows that tells rows, columns and types apart.
class RowsHash {
 public:
  /// Adds the rest of the rows. The text names what they are.
  void add(const std::string& name, Statement& rows) {
    begin(name);
    while (rows.next()) {
      bytes_ += '\n';
      for (int column = 0; column < rows.columns(); ++column) rows.append_exact(column, bytes_);
      flush();
    }
    flush();
  }
  std::string text() const { return fmt::format("{:016x}", hash_.value()); }

 private:
  void begin(const std::string& name) { bytes_ += fmt::format("{} {}", name.size(), name); }
  void flush() {
    hash_.add(std::span(reinterpret_cast<const std::uint8_t*>(bytes_.data()), bytes_.size()));
    bytes_.clear();
  }

  Hash hash_;
  std::string bytes_;
};

std::string quoted_columns(Database& database, const std::string& table) {
  std::string quoted;
  for (const std::string& column : columns_of(database, table))
    quoted += fmt::format("{}\"{}\"", quoted.empty() ? "" : ", ", column);
  return quoted;
}

/// The statements that read the rows of a result, prepared once for many results. The number of the
/// result is no part of the rows, so a copy in another place has the same rows.
class ResultRows {
 public:
  explicit ResultRows(Database& database) : database_(&database) {
    add("results", "result");
    add("kernels", "kernel");
    statements_.emplace("measured",
                        "SELECT m.kernel, q.name, m.value FROM measured m JOIN quantities q USING "
                        "(quantity) WHERE m.result = ? ORDER BY m.kernel, m.quantity");
    for (const RunTable& table : run_tables(database)) add(table.name, "rowid");
  }

  std::string checksum(std::int64_t result) const {
    RowsHash hash;
    for (const auto& [table, sql] : statements_) {
      Statement rows(*database_, sql);
      rows.bind(result);
      hash.add(table, rows);
    }
    return hash.text();
  }

 private:
  void add(const std::string& table, const std::string& order) {
    statements_.emplace(table, fmt::format("SELECT {} FROM {} WHERE result = ? ORDER BY {}",
                                           quoted_columns(*database_, table), table, order));
  }

  Database* database_;
  std::map<std::string, std::string> statements_;  ///< SQL by table
};

std::string result_subject(const std::string& identity) { return "result " + identity; }

std::string matrix_checksum(Database& database) {
  RowsHash hash;
  for (const char* const sql : kMatrixRows) {
    Statement rows(database, sql);
    hash.add(sql, rows);
  }
  return hash.text();
}

std::string quantities_checksum(Database& database) {
  RowsHash hash;
  Statement rows(database, "SELECT name, unit, description FROM quantities ORDER BY quantity");
  hash.add("quantities", rows);
  return hash.text();
}

/// The checksum of each view. Key: its subject.
std::map<std::string, std::string> view_checksums(Database& database) {
  std::map<std::string, std::string> all;
  Statement names(database, "SELECT name FROM sqlite_master WHERE type = 'view'");
  while (names.next()) {
    Statement sql(database, "SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?");
    sql.bind(names.text(0));
    RowsHash hash;
    hash.add("view", sql);
    all["view " + names.text(0)] = hash.text();
  }
  return all;
}

void store_checksum(Database& database, const std::string& subject, const std::string& checksum) {
  Statement row(database, "INSERT OR REPLACE INTO checksums VALUES (?, ?)");
  row.bind(subject).bind(checksum).run();
}

/// The checksums that the file should have. Key: subject.
std::map<std::string, std::string> present_checksums(Database& database) {
  std::map<std::string, std::string> all = view_checksums(database);
  all[kMatrixSubject] = matrix_checksum(database);
  all[kQuantitiesSubject] = quantities_checksum(database);
  const ResultRows rows(database);
  Statement results(database, "SELECT result, identity FROM results");
  while (results.next()) all[result_subject(results.text(1))] = rows.checksum(results.whole(0));
  return all;
}

/// What the subject is, for a message: "result 3", "the matrix (cells, ...)", "view runs".
std::string words(Database& database, const std::string& subject) {
  if (subject == kMatrixSubject) {
    return "its matrix (cells, choices, configured, parameter_keys, configurations)";
  }
  if (subject == kQuantitiesSubject) return "its table quantities";
  Statement result(database, "SELECT result FROM results WHERE 'result ' || identity = ?");
  result.bind(subject);
  return result.next() ? fmt::format("result {}", result.text(0)) : subject;
}

}  // namespace

std::string checksums_table() { return kChecksums; }

bool has_checksums(Database& database) {
  Statement table(database,
                  "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'checksums'");
  return table.next();
}

void seal_result(Database& database, std::int64_t result) {
  Statement identity(database, "SELECT identity FROM results WHERE result = ?");
  identity.bind(result).next();
  store_checksum(database, result_subject(identity.text(0)), ResultRows(database).checksum(result));
}

void seal_matrix(Database& database) {
  store_checksum(database, kMatrixSubject, matrix_checksum(database));
}

void seal_quantities(Database& database) {
  store_checksum(database, kQuantitiesSubject, quantities_checksum(database));
}

void seal_views(Database& database) {
  database.execute("DELETE FROM checksums WHERE subject GLOB 'view *'");
  for (const auto& [subject, checksum] : view_checksums(database))
    store_checksum(database, subject, checksum);
}

void seal_all(Database& database) {
  database.execute("DELETE FROM checksums");
  for (const auto& [subject, checksum] : present_checksums(database))
    store_checksum(database, subject, checksum);
}

void remove_result(Database& database, const std::string& identity) {
  Statement(database, "DELETE FROM results WHERE identity = ?").bind(identity).run();
  Statement(database, "DELETE FROM checksums WHERE subject = ?")
      .bind(result_subject(identity))
      .run();
}

void refuse_unsealed(Database& database) {
  std::map<std::string, std::string> present = present_checksums(database);
  Statement stored(database, "SELECT subject, checksum FROM checksums");
  while (stored.next()) {
    const std::string subject = stored.text(0);
    const auto found = present.find(subject);
    if (found == present.end())
      fail("'{}' lacks {}, of which it has a checksum; {}", database.file().string(),
           words(database, subject), kAlteredAdvice);
    if (found->second != stored.text(1))
      fail("'{}': {} does not have the checksum with which it was stored; {}",
           database.file().string(), words(database, subject), kAlteredAdvice);
    present.erase(found);
  }
  if (present.empty()) return;
  fail("'{}' has {} without a checksum; {}", database.file().string(),
       words(database, present.begin()->first), kAlteredAdvice);
}

}  // namespace heddle::study
