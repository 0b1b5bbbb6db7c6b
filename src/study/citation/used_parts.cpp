#include "study/citation/used_parts.hpp"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/runs/compared_run.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/stored_parameters.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

bool replays_l1(const sim::Configuration& configuration) {
  const std::vector<sim::ParameterRow> rows = configuration.rows();
  const auto row = std::ranges::find(rows, "run.l1_replay", &sim::ParameterRow::key);
  return row != rows.end() && sim::to_string(row->value) == "true";
}

/// Whether whole warps lie on the lanes, which is no study's invention: the organisation and its
/// parameters are the default ones.
bool has_usual_warps(const sim::PolicyChoices& policies) {
  constexpr std::string_view kKind = "organisation";
  return std::ranges::equal(policies.rows(kKind), sim::PolicyChoices().rows(kKind),
                            [](const sim::ParameterRow& one, const sim::ParameterRow& other) {
                              return one.key == other.key &&
                                     sim::to_string(one.value) == sim::to_string(other.value);
                            });
}

/// Adds the parts that the configuration of a run asks for.
void add_configuration(UsedParts& used, sim::ConfigurationRequest request) {
  request.runs = false;
  const sim::Configuration configuration = sim::Configuration::resolve(request);
  for (const sim::PolicyChoices::Choice& choice : configuration.policies.all()) {
    const bool is_usual = choice.key == "organisation" && has_usual_warps(configuration.policies);
    if (is_usual || !configuration.asks(choice.key)) continue;
    const auto policies = choice.kind->list();
    const auto found = std::ranges::find(policies, choice.name, &policy::PolicyInfo::name);
    used.sources[sim::policy_key(choice.kind->name, choice.name)] = found->source;
  }
  if (configuration.yield_after() != 0) used.sources["independent_threads"];
  if (replays_l1(configuration)) used.sources["l1_replay"];
}

void add_machine(UsedParts& used, const std::string& name_or_file) {
  used.sources["machine." + sim::machine_label(name_or_file)];
}

void add_workload(UsedParts& used, const Workload* workload) {
  if (workload != nullptr) used.sources["workload." + workload->name] = workload->stands_for;
}

void add_energy(UsedParts& used, bool has_energy) {
  if (has_energy) used.sources["energy"];
}

/// The workload that heddle's own build made this program of; null: the program is the user's.
const Workload* workload_of(const fs::path& program, const Catalogue& catalogue) {
  std::error_code error;
  const fs::path suite = jobs::own_executable().parent_path() / "suite";
  if (!fs::equivalent(program.parent_path(), suite, error)) return nullptr;
  return catalogue.find_workload(program.filename().string());
}

UsedParts parts_of_run(const fs::path& folder, const Catalogue& catalogue) {
  const ComparedRun run = std::move(read_runs({folder.string()}).front());
  UsedParts used{{}, run.manifest.heddle_version, run.manifest.revision};
  add_machine(used, run.stats.machine);
  sim::ConfigurationRequest request;
  request.machine = (folder / sim::kResolvedFile).string();
  add_configuration(used, request);
  add_workload(used, workload_of(run.manifest.program, catalogue));
  add_energy(used, std::ranges::any_of(run.stats.total, [](const Statistic& statistic) {
               return statistic.name == "energy.total" && statistic.value > 0;
             }));
  return used;
}

/// The request that gives the settings again. Results have truth values as texts, as --set has
/// them.
sim::ConfigurationRequest request_of(const sim::Settings& settings) {
  sim::ConfigurationRequest request;
  for (const auto& [key, setting] : settings) {
    const std::size_t begin = key.starts_with(sim::kPolicyTable) ? sim::kPolicyTable.size() : 0;
    request.assignments.push_back(key.substr(begin) + "=" + sim::to_string(setting.value));
  }
  return request;
}

UsedParts parts_of_sweep(const fs::path& file, const Catalogue& catalogue) {
  Database results = open_checked_results(file, "heddle cite");
  if (!has_parameters(results)) {
    fail("'{}' is of a version that noted no settings of its runs: sweep once more to add them",
         file.string());
  }
  UsedParts used;
  for (const auto& [number, settings] : configurations_of(results)) {
    add_configuration(used, request_of(settings));
  }
  Statement cells(results, "SELECT DISTINCT machine, workload FROM cells");
  while (cells.next()) {
    add_machine(used, cells.text(0));
    add_workload(used, catalogue.find_workload(cells.text(1)));
  }
  Statement energy(results,
                   "SELECT 1 FROM measured JOIN quantities USING (quantity) "
                   "WHERE name = 'energy.total' LIMIT 1");
  add_energy(used, energy.next());
  Statement versions(results, "SELECT DISTINCT heddle FROM results ORDER BY heddle");
  while (versions.next()) used.version += (used.version.empty() ? "" : ", ") + versions.text(0);
  return used;
}

/// The name of the study whose reproduction the folder holds.
std::string study_of(const fs::path& claims) {
  try {
    const auto json = nlohmann::json::parse(read_file(claims, file_kinds::kDocument));
    return json.at("experiment");
  } catch (const nlohmann::json::exception& error) {
    fail("cannot use '{}': {}", claims.string(), error.what());
  }
}

}  // namespace

UsedParts used_parts(const fs::path& place, const Catalogue& catalogue) {
  std::error_code error;
  if (!fs::exists(place, error)) fail("there is no '{}'", place.string());
  if (!fs::is_directory(place, error)) return parts_of_sweep(place, catalogue);
  const fs::path claims = place / "claims.json";
  if (!fs::exists(claims, error)) return parts_of_run(place, catalogue);
  const fs::path results = place / "results.sqlite";
  UsedParts used = fs::exists(results, error) ? parts_of_sweep(results, catalogue) : UsedParts{};
  used.sources["study." + study_of(claims)];
  return used;
}

}  // namespace heddle::study
