#include "study/store/merge.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "study/results/checksums.hpp"
#include "study/results/contents.hpp"
#include "study/results/result_parts.hpp"
#include "study/results/run_tables.hpp"

namespace heddle::study {
namespace {

constexpr const char* kMergedResults =
    "SELECT result, identity, status IN ('ok', 'incomplete') FROM results ORDER BY result";
/// The tables with the runs and their configurations.
constexpr const char* kMatrix[] = {"cells", "choices", "parameter_keys", "configurations",
                                   "configured"};

std::string name_of_run(Statement& row) {
  return fmt::format("run {} ({} {} {} {})", row.text(0), row.text(1), row.text(2), row.text(3),
                     row.text(4));
}

/// Copies the rows of a table to an empty table.
void copy_table(Database& from, Database& into, const std::string& table) {
  Statement rows(from, "SELECT * FROM " + table);
  std::vector<std::string> places(static_cast<std::size_t>(rows.columns()), "?");
  Statement insert(into, fmt::format("INSERT INTO {} VALUES ({})", table, fmt::join(places, ", ")));
  while (rows.next()) {
    for (int column = 0; column < rows.columns(); ++column) insert.bind(rows, column);
    insert.run();
  }
}

bool has_runs(Database& database) {
  Statement query(database, "SELECT 1 FROM cells");
  return query.next();
}

}  // namespace

Merge::Merge(Database& into) : into_(into) {
  Statement results(into, kMergedResults);
  while (results.next()) known_[results.text(1)] = {results.whole(0), results.whole(2) != 0};
}

void Merge::add(Database& from) {
  if (has_runs(into_)) {
    check_runs(from);
  } else {
    for (const char* table : kMatrix) copy_table(from, into_, table);
    seal_matrix(into_);
  }
  for (const RunTable& table : run_tables(from)) require_run_table(into_, table);
  Statement quantities(from, "SELECT name, unit, description FROM quantities");
  Statement insert(into_,
                   "INSERT OR IGNORE INTO quantities (name, unit, description) VALUES (?, ?, ?)");
  while (quantities.next()) {
    for (int column = 0; column < 3; ++column) insert.bind(quantities, column);
    insert.run();
  }
  note_statistics(into_);
  Statement results(from, kMergedResults);
  while (results.next()) add_result(from, results.whole(0), results.text(1), results.whole(2) != 0);
}

/// Throws Error if the runs or their identities differ. Two files of the same sweep, made with the
/// same heddle, have equal runs and identities.
void Merge::check_runs(Database& from) {
  constexpr const char* kRunRows =
      "SELECT run, workload, size, machine, setting, paper, arguments, registers, identity "
      "FROM cells ORDER BY run";
  Statement ours(into_, kRunRows), theirs(from, kRunRows);
  while (true) {
    const bool is_ours = ours.next(), is_theirs = theirs.next();
    if (!is_ours && !is_theirs) return;
    const bool in_both = is_ours && is_theirs;
    bool same = in_both;
    for (int column = 0; same && column < ours.columns(); ++column)
      same = ours.text(column) == theirs.text(column);
    if (same) continue;
    if (!in_both) {
      fail("'{}' has {}, and '{}' has not: they are of two sweeps",
           (is_ours ? into_ : from).file().string(), name_of_run(is_ours ? ours : theirs),
           (is_ours ? from : into_).file().string());
    }
    fail(
        "{} of '{}' is not {} of '{}': they are of two sweeps, or of programs, inputs or heddles "
        "that differ",
        name_of_run(theirs), from.file().string(), name_of_run(ours), into_.file().string());
  }
}

void Merge::add_result(Database& from, std::int64_t result, const std::string& identity,
                       bool has_values) {
  const auto known = known_.find(identity);
  if (known == known_.end()) {
    known_[identity] = {copy(from, result), has_values};
    ++count_.added;
  } else if (has_values && !known->second.has_values) {
    remove_result(into_, identity);
    known->second = {copy(from, result), true};
    ++count_.replaced;
  } else {
    if (has_values) check_values(from, result, identity);
    ++count_.known;
  }
}

/// Throws Error if two results of one identity have different values. Values do not depend on the
/// host.
void Merge::check_values(Database& from, std::int64_t result, const std::string& identity) {
  const std::int64_t ours = known_.at(identity).result;
  for (const ResultPart& part : result_parts(from)) {
    if (lines_of(from, part, result) == lines_of(into_, part, ours)) continue;
    Statement run(from,
                  "SELECT run, workload, size, machine, setting FROM cells WHERE identity = ?");
    run.bind(identity);
    fail("'{}' and '{}' have other simulated values of {}; nothing is merged",
         into_.file().string(), from.file().string(),
         run.next() ? name_of_run(run) : "the run " + identity);
  }
}

std::int64_t Merge::copy(Database& from, std::int64_t result) {
  const std::vector<std::string> columns = columns_of(from, "results");
  const std::vector<std::string> places(columns.size(), "?");
  Statement row(from,
                fmt::format("SELECT {} FROM results WHERE result = ?", fmt::join(columns, ", ")));
  Statement insert(into_, fmt::format("INSERT INTO results ({}) VALUES ({})",
                                      fmt::join(columns, ", "), fmt::join(places, ", ")));
  row.bind(result);
  row.next();
  for (int column = 0; column < row.columns(); ++column) insert.bind(row, column);
  insert.run();
  const std::int64_t copied = into_.last_row();
  for (const ResultPart& part : result_parts(from)) copy_part(part, from, result, into_, copied);
  store_contents(into_, copied);
  seal_result(into_, copied);
  return copied;
}

}  // namespace heddle::study
