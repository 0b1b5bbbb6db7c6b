#include "study/verdicts/measures.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "study/results/schema.hpp"
#include "study/verdicts/chip_rows.hpp"
#include "study/verdicts/cost_tables.hpp"

namespace heddle::study {
namespace {

// `setting` joins the names of a run's choices with +. No two axes have a choice of the same name.
constexpr const char* kStudyTables = R"(
CREATE TEMP TABLE labels (workload TEXT PRIMARY KEY, label TEXT, class TEXT);
CREATE TEMP TABLE kernel_labels (workload TEXT, kernel TEXT, label TEXT);
CREATE TEMP TABLE claims (id TEXT PRIMARY KEY, value NUMERIC);
CREATE TEMP TABLE looked_at (registers TEXT, variant TEXT);
CREATE TEMP VIEW settings AS
SELECT c.run, iif(v.choice IS NULL, c.setting,
                  trim(replace('+' || c.setting || '+', '+' || v.choice || '+', '+'), '+')) AS setting,
       coalesce(v.choice, '') AS variant
FROM cells c LEFT JOIN choices v ON v.run = c.run AND v.axis = 'variant';
)";

/// A table that a run leaves only if an option asks for it.
struct AskedTable {
  const char *name, *columns;
};
constexpr AskedTable kRunTables[] = {
    {"run_blocks", "result, launch, kernel, sm, place, block, start, end"},
    {"run_warps",
     "result, launch, kernel, sm, block, warp, dispatched, launched, end, instructions, "
     "texture_accesses, texture_misses, texture_merges"},
    {"run_preemptions",
     "result, launch, kernel, sm, method, signalled, freed, resumed, latency, drain, spill, "
     "register_spill, shared_spill, stack_spill, acknowledging, blocks, saved, discarded, "
     "wasted_instructions, register_bytes, shared_bytes, stack_bytes, segments, acknowledged, "
     "restored, restored_bytes, restored_segments, restoring"},
    {"run_programs",
     "result, program, name, runs, began, ended, warp_instructions, thread_instructions, ipc, "
     "alone_ipc, slowdown, l1_hits, l2_misses, interconnect, dram"},
    {"run_windows",
     "result, program, began, ended, warp_instructions, requests, reply_flits, dram_bytes, "
     "sampled"},
    {"run_policy_notes", "result, launch, sm, cycle, policy, note"},
    {"run_loads",
     "result, kernel, pc, line, loop_begin, loop_end, loop_depth, base, displacement, executions, "
     "lanes, most_lanes, accesses, converged, own_hits, other_hits, own_merges, other_merges, "
     "misses, bypasses, lost, this_trip, last_trip, other_trip"}};

/// Makes an empty table for each table of kRunTables that no run left.
void add_run_tables(Database& database) {
  for (const AskedTable& table : kRunTables) {
    Statement there(database, "SELECT 1 FROM sqlite_master WHERE name = ?");
    there.bind(std::string(table.name));
    if (there.next()) continue;
    database.execute(fmt::format("CREATE TEMP TABLE {} ({})", table.name, table.columns));
  }
}

void fill_labels(const Catalogue& catalogue, const std::string& study, Database& database) {
  Statement label(database, "INSERT INTO labels VALUES (?, ?, ?)");
  Statement kernel_label(database, "INSERT INTO kernel_labels VALUES (?, ?, ?)");
  for (const Workload& workload : catalogue.workloads) {
    const StudyUse* use = workload.find_study(study);
    if (use == nullptr) continue;
    label.bind(workload.name).bind(use->label).bind(use->class_name).run();
    for (const StudyKernel& kernel : use->kernels) {
      kernel_label.bind(workload.name).bind(kernel.kernel).bind(kernel.label).run();
    }
  }
}

void fill_claims(const std::vector<Claim>& claims, Database& database) {
  Statement row(database, "INSERT INTO claims VALUES (?, ?)");
  for (const Claim& claim : claims) {
    row.bind(claim.id);
    claim.value ? row.bind(*claim.value) : row.bind(claim.text);
    row.run();
  }
}

/// Counts the ok runs and all runs of a claim. A run belongs to the claim if its setting is the
/// claim's system or baseline, and if its benchmark is the claim's scope. If no run has the system
/// as its setting, runs with every setting belong to the claim. If the scope is no benchmark, runs
/// of every benchmark belong to the claim.
constexpr const char* kRunsOfClaim = R"(
WITH asked AS (SELECT ?1 AS system, ?2 AS baseline, ?3 AS scope),
all_runs AS (
  SELECT l.label, r.status, s.setting
  FROM runs r JOIN settings s USING (run) JOIN labels l USING (workload)
  JOIN looked_at a ON a.registers = r.registers AND s.variant IN (a.variant, '')),
of_settings AS (
  SELECT * FROM all_runs, asked WHERE setting IN (system, baseline)
  UNION ALL
  SELECT * FROM all_runs, asked WHERE NOT EXISTS (SELECT 1 FROM all_runs, asked WHERE setting = system))
SELECT coalesce(sum(status = 'ok'), 0), count(*) FROM of_settings
WHERE label = scope OR NOT EXISTS (SELECT 1 FROM all_runs, asked WHERE label = scope))";

std::optional<double> number_or_none(const Statement& row, int column) {
  if (row.text(column).empty()) return {};
  return row.number(column);
}

/// Throws Error for a text that is no finite number. SQLite would read such a text as 0.
void require_number(const std::string& text, const std::string& place, const char* advice) {
  if (text.empty() || claim_number(text)) return;
  fail("{} is '{}', which is no finite number; {}", place, visible(text), advice);
}

/// Throws Error for a wrong number in a row. The value of an order is a text and is not checked.
void require_numbers(const Claim& claim, const Statement& row, const std::string& measures) {
  if (claim.kind == ClaimKind::order) {
    require_number(row.text(2), fmt::format("{}: holds of '{}'", measures, claim.id),
                   "type 1 if the order holds, 0 if it does not, NULL without a run");
  } else {
    require_number(row.text(1), fmt::format("{}: value of '{}'", measures, claim.id),
                   "type an expression that gives a number, as 1.25, or NULL without a run");
  }
}

}  // namespace

Measures::Measures(const Experiment& experiment, const Catalogue& catalogue,
                   const std::filesystem::path& results, const Variant& variant)
    : experiment_(experiment), results_(open_results(results)) {
  results_.execute(kStudyTables);
  Statement(results_, "INSERT INTO looked_at VALUES (?, ?)")
      .bind(variant.registers)
      .bind(variant.choice)
      .run();
  fill_labels(catalogue, experiment.study, results_);
  fill_claims(experiment.claims, results_);
  make_cost_tables(experiment, results_);
  make_chip_tables(experiment, results_);
  add_run_tables(results_);
  const std::filesystem::path shared = experiment.folder.parent_path() / "shared.sql";
  results_.execute_file(shared, read_file(shared, file_kinds::kMeasures));
  const std::filesystem::path measures = experiment.folder / "measures.sql";
  results_.execute_file(measures, experiment.measures);
  results_.check_views(measures, experiment.measures);
}

Statement Measures::statement(const std::string& sql, const std::string& place) {
  try {
    return Statement(results_, sql);
  } catch (const Error&) {
    fail("{}: {}", place, results_.reason());
  }
}

void Measures::count_runs(JudgedClaim& judged) {
  Statement query(results_, kRunsOfClaim);
  query.bind(judged.claim.system).bind(judged.claim.baseline).bind(judged.claim.scope).next();
  judged.runs_ok = static_cast<std::size_t>(query.whole(0));
  judged.runs = static_cast<std::size_t>(query.whole(1));
}

std::vector<JudgedClaim> Measures::claims() {
  std::map<std::string, Measured> found;
  const std::string measures = (experiment_.folder / "measures.sql").string();
  Statement query = statement("SELECT id, value, holds FROM measured_claims", measures);
  while (query.next()) {
    Measured measured;
    measured.text = query.text(1);
    measured.value = number_or_none(query, 1);
    if (!query.text(2).empty()) measured.holds = query.whole(2) != 0;
    const auto claim = std::ranges::find(experiment_.claims, query.text(0), &Claim::id);
    if (claim != experiment_.claims.end()) require_numbers(*claim, query, measures);
    if (found.emplace(query.text(0), measured).second) continue;
    fail("{}: two values of '{}'", measures, query.text(0));
  }
  std::vector<JudgedClaim> claims;
  for (const Claim& claim : experiment_.claims) {
    const auto value = found.find(claim.id);
    JudgedClaim judged =
        judge(experiment_, claim, value != found.end() ? value->second : Measured());
    if (judged.verdict != Verdict::not_measurable) count_runs(judged);
    if (value != found.end()) found.erase(value);
    claims.push_back(std::move(judged));
  }
  if (!found.empty()) fail("{}: '{}' is no claim of claims.csv", measures, found.begin()->first);
  return claims;
}

std::vector<FigureData> Measures::figures() {
  std::vector<FigureData> all;
  for (const Figure& figure : experiment_.figures) {
    FigureData data{figure, {}};
    Statement query = statement(
        figure.query, fmt::format("{}: figure '{}'",
                                  (experiment_.folder / "experiment.toml").string(), figure.name));
    if (query.columns() != 3 && query.columns() != 4) {
      fail(
          "figure '{}': its query has {} columns; expected x, series, y and perhaps the study's "
          "value",
          figure.name, query.columns());
    }
    while (query.next()) {
      FigurePoint point{query.text(0), query.text(1), number_or_none(query, 2), {}, {}};
      if (query.columns() == 4) point.paper = number_or_none(query, 3);
      data.points.push_back(std::move(point));
    }
    all.push_back(std::move(data));
  }
  return all;
}

}  // namespace heddle::study
