#include "study/sweep/sweep_tables.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"

namespace heddle::study {
namespace {

/// Removes columns in which all rows are empty.
void drop_empty_columns(Table& table) {
  for (std::size_t column = table.columns.size(); column-- > 0;) {
    const auto is_empty = [&](const auto& row) { return row[column].empty(); };
    if (!std::ranges::all_of(table.rows, is_empty)) continue;
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
  }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

void pad_left(Table& table, std::size_t column) {
  std::size_t width = table.columns[column].size();
  for (const auto& row : table.rows) width = std::max(width, row[column].size());
  table.columns[column] = fmt::format("{:>{}}", table.columns[column], width);
  for (auto& row : table.rows) {
    if (!row[column].empty()) row[column] = fmt::format("{:>{}}", row[column], width);
  }
}

std::string mean_text(const Statement& query, int column) {
  return query.text(column).empty() ? "-" : fmt::format("{:.4f}", query.number(column));
}

/// The interval of which the column has the low end, and the next column the high end.
std::string interval_text(const Statement& query, int low) {
  return query.text(low).empty()
             ? "-"
             : fmt::format("{:.4f} to {:.4f}", query.number(low), query.number(low + 1));
}

constexpr std::size_t kCyclesColumn = 7, kIpcColumn = 8, kHarmonicColumn = 9;

}  // namespace

Table runs_table(Database& database, const Selection& selection) {
  Table table{{"workload", "paper", "size", "machine", "registers", "setting", "status", "cycles",
               "IPC", "harmonic", "message"},
              {}};
  Statement query(database, R"(
SELECT r.workload, r.paper, r.size, r.machine, iif(r.registers = 'own', '', r.registers), r.setting,
       r.status,
       (SELECT value FROM statistics s WHERE s.run = r.run AND s.name = 'cycles'),
       (SELECT value FROM statistics s WHERE s.run = r.run AND s.name = 'ipc.warp'),
       (SELECT value FROM statistics s WHERE s.run = r.run AND s.name = 'corun.harmonic'), r.message,
       r.run
FROM runs r ORDER BY r.run)");
  while (query.next()) {
    std::vector<std::string> row;
    const int number = query.columns() - 1;
    if (!selection.is_shown(static_cast<std::size_t>(query.whole(number)))) continue;
    for (int column = 0; column < number; ++column) row.push_back(query.text(column));
    if (!row[kCyclesColumn].empty()) {
      row[kCyclesColumn] = format_count(static_cast<std::uint64_t>(query.whole(kCyclesColumn)));
      row[kIpcColumn] = fmt::format("{:.3f}", query.number(kIpcColumn));
    }
    if (!row[kHarmonicColumn].empty())
      row[kHarmonicColumn] = fmt::format("{:.3f}", query.number(kHarmonicColumn));
    row.back() = first_line(row.back());
    table.rows.push_back(std::move(row));
  }
  pad_left(table, kCyclesColumn);
  pad_left(table, kIpcColumn);
  pad_left(table, kHarmonicColumn);
  drop_empty_columns(table);
  return table;
}

/// Columns of a query: texts, means from `first_mean` on, then the two ends of an interval.
struct MeanColumns {
  int first_mean = 0, low = 0;
};

/// Adds the rows of the query whose first column is one of the settings. Completes the table.
void add_mean_rows(Table& table, Statement& query, std::span<const std::string> settings,
                   MeanColumns columns) {
  while (query.next()) {
    if (std::ranges::find(settings, query.text(0)) == settings.end()) continue;
    std::vector<std::string>& row = table.rows.emplace_back();
    for (int column = 0; column < columns.first_mean; ++column) row.push_back(query.text(column));
    for (int column = columns.first_mean; column < columns.low; ++column)
      row.push_back(mean_text(query, column));
    row.push_back(interval_text(query, columns.low));
  }
  table.align_right(5);
  drop_empty_columns(table);
}

Table means_table(Database& database, const std::string& baseline,
                  std::span<const std::string> settings) {
  Table table{{"mean speed-up over " + baseline, "paper", "size", "machine", "registers",
               "workloads", "missing", "arithmetic", "geometric", "harmonic", "95% interval"},
              {}};
  Statement query(database, R"(
SELECT setting, paper, size, machine, iif(registers = 'own', '', registers), workloads, missing,
       arithmetic, geometric, harmonic, low, high
FROM mean_speedups WHERE baseline = ?1 AND setting <> ?1
ORDER BY paper, size, machine, registers, (SELECT min(run) FROM cells c WHERE c.setting = mean_speedups.setting))");
  query.bind(baseline);
  add_mean_rows(table, query, settings, {7, 10});
  return table;
}

Table inputs_table(Database& database, const std::string& baseline,
                   std::span<const std::string> settings) {
  Table table{{"speed-up over " + baseline, "workload", "paper", "machine", "registers", "inputs",
               "least", "geometric", "greatest", "95% interval"},
              {}};
  Statement query(database, R"(
SELECT setting, workload, paper, machine, iif(registers = 'own', '', registers), inputs, least,
       geometric, greatest, low, high
FROM workload_speedups w WHERE baseline = ?1 AND setting <> ?1 AND inputs > 1
ORDER BY (SELECT min(run) FROM cells c WHERE c.workload = w.workload),
         (SELECT min(run) FROM cells c WHERE c.setting = w.setting), paper, machine, registers)");
  query.bind(baseline);
  add_mean_rows(table, query, settings, {6, 9});
  return table;
}

std::string counts_line(Database& database) {
  Statement query(database,
                  "SELECT status, count(*) FROM runs GROUP BY status ORDER BY status <> 'ok', 1");
  std::string text;
  std::int64_t all = 0;
  while (query.next()) {
    all += query.whole(1);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", query.whole(1), query.text(0));
  }
  return fmt::format("{} run{}: {}", all, all == 1 ? "" : "s", text);
}

std::string full_disk_text(Database& database, const std::string& reason) {
  return fmt::format(
      "the disk is full: {}\n  {}; free space there, then the same command runs what is pending, "
      "and with --retry also what failed before\n",
      reason, counts_line(database));
}

}  // namespace heddle::study
