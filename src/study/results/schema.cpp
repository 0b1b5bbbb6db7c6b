#include "study/results/schema.hpp"

#include "heddle/base/error.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "study/results/checksums.hpp"
#include "study/results/contents.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

// A result belongs to an identity. All cells of the matrix with this identity have this result.
constexpr const char* kTables = R"(
-- What the file is: schema = heddle.sweep, schema_version grows when a reader must change;
-- statistics: the numbers and names in `quantities`, as heddle has written them.
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- A run that ended, whatever its end.
CREATE TABLE results (
  result          INTEGER PRIMARY KEY,
  identity        TEXT NOT NULL UNIQUE,  -- hash of all that a result depends on
  status          TEXT NOT NULL
                  CHECK (status IN ('ok', 'incomplete', 'failed', 'timeout', 'memory')),
  message         TEXT NOT NULL,         -- reason of the status, or warnings
  exit_code       INTEGER NOT NULL,      -- of the program
  host_seconds    REAL NOT NULL,
  peak_bytes      INTEGER NOT NULL,      -- memory of the run's largest process
  launches        INTEGER NOT NULL,
  seconds_allowed REAL NOT NULL,         -- bounds that the run had; 0: none
  bytes_allowed   INTEGER NOT NULL,
  heddle          TEXT NOT NULL,         -- version
  finished        TEXT NOT NULL,         -- time, UTC
  output          TEXT NOT NULL          -- end of what the run printed, unless it is ok
);

-- The matrix: a run for each choice on every axis, whether or not it has been made.
CREATE TABLE cells (
  run       INTEGER PRIMARY KEY,
  workload  TEXT NOT NULL,
  paper     TEXT NOT NULL,  -- study whose shape and registers the workload has; '': its own
  size      TEXT NOT NULL,
  arguments TEXT NOT NULL,  -- in place of a size; '': those of the size
  machine   TEXT NOT NULL,
  registers TEXT NOT NULL,  -- own: counted by the compiler; published: stated by the study
  setting   TEXT NOT NULL,  -- names of the choices, joined by +
  identity  TEXT NOT NULL
);
CREATE INDEX cells_by_axes ON cells (workload, paper, size, arguments, machine, registers);

-- What the setting of a run is made of.
CREATE TABLE choices (
  run    INTEGER NOT NULL REFERENCES cells ON DELETE CASCADE,
  axis   TEXT NOT NULL,
  choice TEXT NOT NULL,
  PRIMARY KEY (run, axis)
) WITHOUT ROWID;

-- The kernels of a result; shape and occupancy are of the last launch.
CREATE TABLE kernels (
  result         INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
  kernel         INTEGER NOT NULL,  -- number in the order of first launches, from 1
  name           TEXT NOT NULL,     -- demangled
  symbol         TEXT NOT NULL,
  launches       INTEGER NOT NULL,
  timed_launches INTEGER NOT NULL,
  grid           TEXT NOT NULL,     -- blocks in x, y, z
  block          TEXT NOT NULL,     -- threads in x, y, z
  blocks         INTEGER NOT NULL,
  threads        INTEGER NOT NULL,  -- of a block
  registers      INTEGER NOT NULL,  -- of a thread
  shared         INTEGER NOT NULL,  -- bytes of a block
  blocks_per_sm  INTEGER NOT NULL,
  limited_by     TEXT NOT NULL,     -- resources that allow no more blocks
  PRIMARY KEY (result, kernel)
) WITHOUT ROWID;

-- The statistics that have a value.
CREATE TABLE quantities (
  quantity    INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  unit        TEXT NOT NULL,
  description TEXT NOT NULL
);

-- Values. Those that are 0 are left out; the views put them back. Of corun.* those that are not
-- there are not known, or not finite.
CREATE TABLE measured (
  result   INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
  kernel   INTEGER NOT NULL,  -- 0: the total
  quantity INTEGER NOT NULL REFERENCES quantities,
  value    NUMERIC NOT NULL,
  PRIMARY KEY (result, kernel, quantity)
) WITHOUT ROWID;
)";

// Opening a file of an earlier version for writing adds these tables.
constexpr const char* kParameterTables = R"(
-- Which configuration each run has: runs with the same settings on the same machine share one.
CREATE TABLE IF NOT EXISTS configured (
  run           INTEGER PRIMARY KEY REFERENCES cells ON DELETE CASCADE,
  configuration INTEGER NOT NULL
);

-- Keys of config.toml, with dots: l1.bytes, policies.throttle, throttle.swl.limit.
CREATE TABLE IF NOT EXISTS parameter_keys (
  parameter INTEGER PRIMARY KEY,
  key       TEXT NOT NULL UNIQUE
);

-- All parameters of each configuration; true and false are words.
CREATE TABLE IF NOT EXISTS configurations (
  configuration INTEGER NOT NULL,
  parameter     INTEGER NOT NULL REFERENCES parameter_keys,
  value         NUMERIC NOT NULL,
  PRIMARY KEY (configuration, parameter)
) WITHOUT ROWID;
)";

// The views are replaced each time the file is opened for writing, so that they always match this
// text.
constexpr const char* kViews = R"(
-- A row for each run, in the order of the file; status pending: it has not been made.
DROP VIEW IF EXISTS runs;
CREATE VIEW runs AS
SELECT c.run, c.workload, c.paper, c.size, c.arguments, c.machine, c.registers, c.setting,
       coalesce(r.status, 'pending') AS status, coalesce(r.message, '') AS message, r.exit_code,
       r.host_seconds, r.peak_bytes, r.launches, r.result
FROM cells c LEFT JOIN results r USING (identity);

-- A row for each run and parameter: those of the machine, the chosen policies, the compiler, the
-- kernels and the run.
DROP VIEW IF EXISTS parameters;
CREATE VIEW parameters AS
SELECT c.run, k.key, p.value
FROM configured c JOIN configurations p USING (configuration) JOIN parameter_keys k USING (parameter);

-- A row for each run and statistic: the total.
DROP VIEW IF EXISTS statistics;
CREATE VIEW statistics AS
SELECT c.run, q.name, coalesce(m.value, 0) AS value, q.unit
FROM cells c JOIN results r USING (identity) CROSS JOIN quantities q
LEFT JOIN measured m ON m.result = r.result AND m.kernel = 0 AND m.quantity = q.quantity
WHERE r.status IN ('ok', 'incomplete') AND (m.value IS NOT NULL OR q.name NOT GLOB 'corun.*');

-- A row for each run and kernel.
DROP VIEW IF EXISTS run_kernels;
CREATE VIEW run_kernels AS
SELECT c.run, k.kernel, k.name, k.symbol, k.launches, k.timed_launches, k.grid, k.block, k.blocks,
       k.threads, k.registers, k.shared, k.blocks_per_sm, k.limited_by
FROM cells c JOIN results r USING (identity) JOIN kernels k USING (result);

-- A row for each run, kernel and statistic.
DROP VIEW IF EXISTS kernel_statistics;
CREATE VIEW kernel_statistics AS
SELECT c.run, k.kernel, k.name AS kernel_name, q.name, coalesce(m.value, 0) AS value, q.unit
FROM cells c JOIN results r USING (identity) JOIN kernels k USING (result) CROSS JOIN quantities q
LEFT JOIN measured m ON m.result = r.result AND m.kernel = k.kernel AND m.quantity = q.quantity
WHERE q.name NOT GLOB 'corun.*';

-- Runs that are ok and took cycles: what speed-ups are made of.
DROP VIEW IF EXISTS run_cycles;
CREATE VIEW run_cycles AS
SELECT c.*, m.value AS cycles
FROM cells c JOIN results r USING (identity) JOIN quantities q ON q.name = 'cycles'
JOIN measured m ON m.result = r.result AND m.kernel = 0 AND m.quantity = q.quantity
WHERE r.status = 'ok' AND m.value > 0;

-- Runs that have a speed. That of captured programs that share the GPU, or run to a horizon, is their
-- harmonic mean speed-up; where that is not known they have none.
DROP VIEW IF EXISTS run_speeds;
CREATE VIEW run_speeds AS
WITH shared AS (
  SELECT m.result, max(q.name = 'corun.horizon' OR (q.name = 'corun.programs' AND m.value > 1)) AS by_mean,
         max(iif(q.name = 'corun.harmonic', m.value, NULL)) AS harmonic
  FROM quantities q JOIN measured m USING (quantity)
  WHERE m.kernel = 0 AND q.name IN ('corun.programs', 'corun.horizon', 'corun.harmonic')
  GROUP BY m.result
)
SELECT y.*, iif(s.by_mean, s.harmonic, NULL) AS harmonic
FROM run_cycles y JOIN results r USING (identity) LEFT JOIN shared s ON s.result = r.result
WHERE s.result IS NULL OR NOT s.by_mean OR s.harmonic IS NOT NULL;

-- A row for each baseline and run that differ in the setting alone; every setting is a baseline.
-- Cycles over cycles; of programs that share the GPU, harmonic mean speed-up over that.
DROP VIEW IF EXISTS speedups;
CREATE VIEW speedups AS
SELECT b.setting AS baseline, s.setting, s.workload, s.paper, s.size, s.arguments, s.machine,
       s.registers, b.cycles AS baseline_cycles, s.cycles,
       iif(s.harmonic IS NULL, 1.0 * b.cycles / s.cycles, s.harmonic / b.harmonic) AS speedup, s.run
FROM run_speeds s JOIN run_speeds b USING (workload, paper, size, arguments, machine, registers)
WHERE b.harmonic IS NULL OR b.harmonic > 0;

-- Quantiles of Student's distribution for intervals that hold the mean in 95 of 100 cases; freedom:
-- the number of values minus one. For a number between two rows the smaller row holds.
DROP VIEW IF EXISTS student;
CREATE VIEW student AS
SELECT column1 AS freedom, column2 AS quantile FROM (VALUES
  (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (7, 2.365), (8, 2.306),
  (9, 2.262), (10, 2.228), (11, 2.201), (12, 2.179), (13, 2.160), (14, 2.145), (15, 2.131),
  (16, 2.120), (17, 2.110), (18, 2.101), (19, 2.093), (20, 2.086), (21, 2.080), (22, 2.074),
  (23, 2.069), (24, 2.064), (25, 2.060), (26, 2.056), (27, 2.052), (28, 2.048), (29, 2.045),
  (30, 2.042), (40, 2.021), (60, 2.000), (120, 1.980));

-- Means of the speed-ups over workloads; missing: workloads without one; low, high: interval of the
-- geometric mean, which holds it in 95 of 100 choices of workloads if the logarithms of their
-- speed-ups are distributed normally; NULL of fewer than two.
DROP VIEW IF EXISTS mean_speedups;
CREATE VIEW mean_speedups AS
WITH groups AS (
  SELECT setting, paper, size, machine, registers, count(*) AS cells
  FROM cells GROUP BY setting, paper, size, machine, registers
), means AS (
  SELECT baseline, setting, paper, size, machine, registers, count(*) AS workloads,
         avg(speedup) AS arithmetic, iif(min(speedup) > 0, exp(avg(ln(speedup))), 0) AS geometric,
         iif(min(speedup) > 0, count(*) / sum(1.0 / speedup), 0) AS harmonic,
         sqrt(max(0, sum(ln(speedup) * ln(speedup)) - count(*) * avg(ln(speedup)) * avg(ln(speedup)))
              / (count(*) - 1) / count(*)) AS error
  FROM speedups GROUP BY baseline, setting, paper, size, machine, registers
), intervals AS (
  SELECT *, exp(error * (SELECT max(quantile) FROM student WHERE freedom =
                (SELECT max(freedom) FROM student WHERE freedom < workloads))) AS factor
  FROM means
)
SELECT b.setting AS baseline, s.setting, s.paper, s.size, s.machine, s.registers,
       coalesce(m.workloads, 0) AS workloads, s.cells - coalesce(m.workloads, 0) AS missing,
       m.arithmetic, m.geometric, m.harmonic, m.geometric / m.factor AS low,
       m.geometric * m.factor AS high
FROM groups s JOIN groups b USING (paper, size, machine, registers)
LEFT JOIN intervals m ON m.baseline = b.setting AND m.setting = s.setting AND m.paper = s.paper
  AND m.size = s.size AND m.machine = s.machine AND m.registers = s.registers;

-- The speed-ups of each workload over its inputs, which are its sizes and arguments; least, greatest:
-- of one input; low, high: interval of the geometric mean, as in mean_speedups.
DROP VIEW IF EXISTS workload_speedups;
CREATE VIEW workload_speedups AS
WITH means AS (
  SELECT baseline, setting, workload, paper, machine, registers, count(*) AS inputs,
         min(speedup) AS least, max(speedup) AS greatest,
         iif(min(speedup) > 0, exp(avg(ln(speedup))), 0) AS geometric,
         sqrt(max(0, sum(ln(speedup) * ln(speedup)) - count(*) * avg(ln(speedup)) * avg(ln(speedup)))
              / (count(*) - 1) / count(*)) AS error
  FROM speedups GROUP BY baseline, setting, workload, paper, machine, registers
), intervals AS (
  SELECT *, exp(error * (SELECT max(quantile) FROM student WHERE freedom =
                (SELECT max(freedom) FROM student WHERE freedom < inputs))) AS factor
  FROM means
)
SELECT baseline, setting, workload, paper, machine, registers, inputs, least, geometric, greatest,
       geometric / factor AS low, geometric * factor AS high
FROM intervals;
)";

constexpr const char* kSchemaName = "heddle.sweep";

bool is_empty(Database& database) {
  Statement tables(database, "SELECT count(*) FROM sqlite_master");
  tables.next();
  return tables.whole(0) == 0;
}

std::string about(Database& database, const std::string& key) {
  Statement has_table(database, "SELECT 1 FROM sqlite_master WHERE name = 'about'");
  if (!has_table.next()) return "";
  Statement value(database, "SELECT value FROM about WHERE key = ?");
  value.bind(key);
  return value.next() ? value.text(0) : "";
}

void check_schema(Database& database) {
  if (about(database, "schema") != kSchemaName) {
    fail("'{}' holds no results of heddle sweep; {}", database.file().string(), kNameAnother);
  }
  const std::string version = about(database, "schema_version");
  const bool is_old = version == std::to_string(kOldestSweepSchemaVersion);
  if (!is_old && version != std::to_string(kSweepSchemaVersion)) {
    fail("'{}' has version {} of the format, and this heddle uses version {}; {}",
         database.file().string(), version, kSweepSchemaVersion, kNameAnother);
  }
  require_tables(database, kTables);
  if (!is_old)
    require_tables(database, std::string(kTables) + kParameterTables + checksums_table());
}

void set_version(Database& database) {
  Statement version(database, "INSERT OR REPLACE INTO about VALUES ('schema_version', ?)");
  version.bind(std::to_string(kSweepSchemaVersion)).run();
}

void make_schema(Database& database) {
  Transaction transaction(database);
  if (!is_empty(database)) return;
  database.execute(kTables);
  database.execute(kParameterTables);
  database.execute(contents_table());
  database.execute(checksums_table());
  Statement insert(database, "INSERT INTO about VALUES (?, ?)");
  insert.bind(std::string("schema")).bind(std::string(kSchemaName)).run();
  set_version(database);
  seal_all(database);
  transaction.commit();
}

/// Throws Error for anything but a regular file. SQLite would block on a pipe and open a device.
void refuse_others(const fs::path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) return;
  fail("'{}' is {}, not a file of results; {}", file.string(),
       fs::is_directory(file, error) ? "a folder" : "a device or a pipe", kNameAnother);
}

}  // namespace

std::string schema_text() {
  return std::string(kTables + 1) + kParameterTables + contents_table() + checksums_table() +
         kViews;
}

void make_later_tables(Database& database) {
  const bool is_old = !has_checksums(database);
  database.execute(kParameterTables);
  database.execute(contents_table());
  database.execute(checksums_table());
  database.execute(kViews);
  if (!is_old) return seal_views(database);
  set_version(database);
  seal_all(database);
}

Database open_results(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) fail("there is no file '{}'", file.string());
  refuse_others(file);
  Database database(file, false);
  check_schema(database);
  return database;
}

void refuse_damaged(Database& database) {
  Statement integrity(database, "PRAGMA quick_check(1)");
  if (integrity.next() && integrity.text(0) != "ok")
    fail("'{}' is damaged: {}", database.file().string(), integrity.text(0));
  refuse_altered(database, kTables);
  if (about(database, "schema_version") != std::to_string(kOldestSweepSchemaVersion))
    refuse_unsealed(database);
}

void require_results(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    try {
      return sim::require_writable(file);
    } catch (const Error& refusal) {
      fail("results: {}", refusal.what());
    }
  }
  refuse_others(file);
  Database database(file, false);
  if (!is_empty(database)) check_schema(database);
  if (database.is_read_only())
    fail("results: cannot write '{}': it may only be read; {}", file.string(), kNameAnother);
}

Database make_results(const fs::path& file, bool* is_sealed_now) {
  require_results(file);
  Database database(file, true);
  if (is_empty(database)) make_schema(database);
  check_schema(database);
  const bool is_old = !has_checksums(database);
  if (is_old) refuse_damaged(database);
  if (is_sealed_now != nullptr) *is_sealed_now = is_old;
  Transaction transaction(database);
  make_later_tables(database);
  transaction.commit();
  database.be_patient();
  return database;
}

}  // namespace heddle::study
