#include "study/verdicts/chip_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"

namespace heddle::study {
namespace {

// A run belongs to a row if it has the row's program, arguments, size, and the setting of the chip.
constexpr const char* kChipTables = R"(
CREATE TEMP TABLE measured_rows (row TEXT, chip TEXT, program TEXT, size TEXT, arguments TEXT, kernel TEXT, place TEXT);
CREATE TEMP TABLE chip_counters (claim TEXT PRIMARY KEY, row TEXT, counter TEXT, value NUMERIC);
CREATE TEMP TABLE row_runs AS SELECT NULL AS row, NULL AS kernel, NULL AS place, NULL AS run, NULL AS result WHERE 0;
)";

constexpr const char* kRowRuns = R"(
INSERT INTO row_runs
SELECT m.row, m.kernel, m.place, r.run, r.result
FROM measured_rows m
JOIN runs r ON r.workload = m.program AND r.size = m.size AND r.arguments = m.arguments AND r.status = 'ok'
JOIN settings s ON s.run = r.run AND s.setting = m.chip;
CREATE TEMP VIEW chip_kernels AS
SELECT r.row, r.run, r.result, k.kernel AS number, k.timed_launches AS launches
FROM row_runs r JOIN kernels k ON k.result = r.result
  AND (k.name = r.kernel OR k.name GLOB r.kernel || '[(<]*' OR k.name GLOB '* ' || r.kernel || '[(<]*');
CREATE TEMP VIEW chip_values AS
SELECT c.row, q.name, sum(coalesce(m.value, 0)) AS value, sum(c.launches) AS launches, c.run
FROM chip_kernels c CROSS JOIN quantities q
LEFT JOIN measured m ON m.result = c.result AND m.kernel = c.number AND m.quantity = q.quantity
GROUP BY c.row, q.name;
)";

/// Inserts the run in which a row is simulated, once for each size.
void insert_run(const ChipTable& table, const ChipRow& row, const RowRun& run,
                Statement& statement) {
  for (const auto& [size, arguments] : run.arguments) {
    const std::vector<std::string> words = split_words(arguments);
    statement.bind(table.run_name(row))
        .bind(table.chip)
        .bind(run.program)
        .bind(size)
        .bind(fmt::to_string(fmt::join(words, " ")))
        .bind(run.kernel)
        .bind(row.place)
        .run();
  }
}

void fill_rows(const Experiment& experiment, Database& database) {
  Statement row_run(database, "INSERT INTO measured_rows VALUES (?, ?, ?, ?, ?, ?, ?)");
  Statement counter(database, "INSERT INTO chip_counters VALUES (?, ?, ?, ?)");
  for (const ChipTable& table : experiment.chips) {
    for (const ChipRow& row : table.rows) {
      if (!experiment.programs.empty()) {
        insert_run(table, row, {table.run_name(row), {{"", row.arguments}}, row.kernel}, row_run);
      } else if (row.stand_in) {
        insert_run(table, row, *row.stand_in, row_run);
      }
      for (std::size_t i = 0; i < table.counters.size(); ++i) {
        if (!row.values[i] || !table.counters[i].simulator.empty()) continue;
        counter.bind(table.claim_id(row, table.counters[i]))
            .bind(table.run_name(row))
            .bind(table.counters[i].name)
            .bind(*row.values[i])
            .run();
      }
    }
  }
}

void check_kernels(Database& database) {
  Statement lost(
      database,
      "SELECT r.place, r.row, r.kernel, (SELECT group_concat(k.name, ', ') FROM kernels k "
      "WHERE k.result = r.result) FROM row_runs r "
      "WHERE NOT EXISTS (SELECT 1 FROM chip_kernels c WHERE c.row = r.row)");
  if (!lost.next()) return;
  const std::string launched = lost.text(3);
  fail("{}: the run of '{}' launched no kernel '{}'; it launched {}", lost.text(0), lost.text(1),
       lost.text(2), launched.empty() ? "none" : launched);
}

}  // namespace

void make_chip_tables(const Experiment& experiment, Database& database) {
  if (experiment.chips.empty()) return;
  database.execute(kChipTables);
  fill_rows(experiment, database);
  database.execute(kRowRuns);
  check_kernels(database);
}

}  // namespace heddle::study
