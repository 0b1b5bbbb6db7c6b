#include "cli/reproduce/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "cli/results/schema.hpp"
#include "cli/sweep/identity.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/read_file.hpp"
#include "heddle/sim/storage.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kTables = R"(
CREATE TEMP TABLE labels (workload TEXT PRIMARY KEY, label TEXT, class TEXT);
CREATE TEMP TABLE kernel_labels (workload TEXT, kernel TEXT, label TEXT);
CREATE TEMP TABLE claims (id TEXT PRIMARY KEY, value NUMERIC);
CREATE TEMP TABLE looked_at (registers TEXT, variant TEXT);
CREATE TEMP TABLE policy_storage (policy TEXT, structure TEXT, entries INTEGER, bits_each INTEGER);
)";

/// Tables that runs leave only if they are asked to.
struct RunTable {
  const char *name, *columns;
};
constexpr RunTable kRunTables[] = {
    {"run_blocks", "result, launch, kernel, sm, place, block, start, end"},
    {"run_warps",
     "result, launch, kernel, sm, block, warp, dispatched, launched, end, instructions, "
     "texture_accesses, texture_misses, texture_merges"},
    {"run_policy_notes", "result, launch, sm, cycle, policy, note"},
    {"run_loads",
     "result, kernel, pc, line, loop_begin, loop_end, loop_depth, base, displacement, executions, "
     "lanes, most_lanes, accesses, converged, own_hits, other_hits, own_merges, other_merges, "
     "misses, bypasses, lost, this_trip, last_trip, other_trip"}};

/// Those that no run left are there without rows.
void add_run_tables(Database& database) {
  for (const RunTable& table : kRunTables) {
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

/// What each policy stores on an SM of the machine that the first run is on.
void fill_storage(Database& database, const std::filesystem::path& folder) {
  Statement machine(database, "SELECT machine FROM cells ORDER BY run LIMIT 1");
  if (!machine.next()) return;
  sim::ConfigurationRequest request;
  request.machine = machine_argument(machine.text(0), folder);
  Statement row(database, "INSERT INTO policy_storage VALUES (?, ?, ?, ?)");
  for (const sim::PolicyStorage& policy :
       sim::storage_of_all(sim::Configuration::resolve(request))) {
    for (const policy::StorageItem& item : policy.items) {
      row.bind(policy.name).bind(item.name).bind(item.entries).bind(item.bits).run();
    }
  }
}

void run_script(Database& database, const std::filesystem::path& file, const std::string& sql) {
  try {
    database.execute(sql);
  } catch (const Error& error) {
    fail("{}: {}", file.string(), error.what());
  }
}

std::optional<double> number_or_none(const Statement& row, int column) {
  if (row.text(column).empty()) return {};
  return row.number(column);
}

/// Enough digits to compare with the study's.
std::string short_number(double value) {
  if (value == std::round(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string ClaimResult::measured_text() const {
  if (verdict == Verdict::not_measurable) return "-";
  if (claim.comparison == Comparison::ordering) return measured.text.empty() ? "-" : measured.text;
  return measured.value ? short_number(*measured.value) : "-";
}

std::string Variant::text() const {
  if (registers == "own") return choice;
  return choice + (choice.empty() ? "" : ", ") + "registers as published";
}

std::vector<Variant> variants(Database& results) {
  std::vector<Variant> all;
  Statement query(results, R"(
SELECT c.registers, coalesce(v.choice, '') AS choice FROM cells c
LEFT JOIN choices v ON v.run = c.run AND v.axis = 'variant'
GROUP BY 1, 2 ORDER BY min(c.run))");
  while (query.next()) all.push_back({query.text(0), query.text(1)});
  const auto is_chosen = [](const Variant& variant) { return !variant.choice.empty(); };
  if (std::ranges::any_of(all, is_chosen)) std::erase_if(all, std::not_fn(is_chosen));
  return all;
}

Evaluation::Evaluation(const Experiment& experiment, const Catalogue& catalogue,
                       const std::filesystem::path& results, const Variant& variant)
    : experiment_(experiment), results_(open_results(results)) {
  results_.execute(kTables);
  Statement(results_, "INSERT INTO looked_at VALUES (?, ?)")
      .bind(variant.registers)
      .bind(variant.choice)
      .run();
  fill_labels(catalogue, experiment.study, results_);
  fill_claims(experiment.claims, results_);
  fill_storage(results_, experiment.folder);
  add_run_tables(results_);
  const std::filesystem::path shared = experiment.folder.parent_path() / "shared.sql";
  run_script(results_, shared, sim::read_file(shared));
  run_script(results_, experiment.folder / "measures.sql", experiment.measures);
}

std::vector<ClaimResult> Evaluation::claims() {
  std::map<std::string, Measured> found;
  Statement query(results_, "SELECT id, value, holds FROM measured_claims");
  while (query.next()) {
    Measured measured;
    measured.text = query.text(1);
    measured.value = number_or_none(query, 1);
    if (!query.text(2).empty()) measured.holds = query.whole(2) != 0;
    if (found.emplace(query.text(0), measured).second) continue;
    fail("measures.sql: two values of '{}'", query.text(0));
  }
  std::vector<ClaimResult> results;
  for (const Claim& claim : experiment_.claims) {
    ClaimResult result{claim, {}, Verdict::not_measurable, ""};
    const auto value = found.find(claim.id);
    if (const std::string* reason = experiment_.reason(claim)) {
      result.reason = *reason;
    } else {
      if (value != found.end()) result.measured = value->second;
      result.verdict = judge_claim(claim, result.measured);
    }
    if (value != found.end()) found.erase(value);
    results.push_back(std::move(result));
  }
  if (!found.empty()) fail("measures.sql: '{}' is no claim of claims.csv", found.begin()->first);
  return results;
}

std::vector<FigureData> Evaluation::figures() {
  std::vector<FigureData> all;
  for (const Figure& figure : experiment_.figures) {
    FigureData data{figure, {}};
    Statement query(results_, figure.query);
    if (query.columns() != 3 && query.columns() != 4) {
      fail(
          "figure '{}': its query has {} columns; expected x, series, y and perhaps the study's "
          "value",
          figure.name, query.columns());
    }
    while (query.next()) {
      FigurePoint point{query.text(0), query.text(1), number_or_none(query, 2), {}};
      if (query.columns() == 4) point.paper = number_or_none(query, 3);
      data.points.push_back(std::move(point));
    }
    all.push_back(std::move(data));
  }
  return all;
}

}  // namespace heddle::cli
