#include "study/claims/experiment.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fnmatch.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/strict_toml.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

bool matches(const std::string& pattern, const std::string& id) {
  return fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
}

Figure read_figure(StrictTable table) {
  Figure figure;
  figure.name = table.required_text("name", "what its file is called");
  figure.title = table.required_text("title", "what it shows");
  const std::string kind = table.required_text("kind", "bars or lines");
  if (kind != "bars" && kind != "lines") table.refuse("kind", "kind is bars or lines");
  figure.kind = kind == "bars" ? FigureKind::bars : FigureKind::lines;
  figure.x = table.text("x").value_or("");
  figure.y = table.required_text("y", "what the bars or lines show, with its unit");
  figure.query = table.required_text("query", "rows of x, series, y");
  const std::string scale = table.text("scale").value_or("linear");
  if (scale != "linear" && scale != "logarithmic")
    table.refuse("scale", "scale is linear or logarithmic");
  figure.logarithmic = scale == "logarithmic";
  if (const auto level = table.whole("level")) figure.level = static_cast<double>(*level);
  table.refuse_others();
  return figure;
}

MeantToFail read_meant_to_fail(StrictTable table) {
  MeantToFail meant;
  meant.workload = table.required_text("workload", "the program that fails");
  meant.setting = table.required_text("setting", "the setting of matrix.toml in which it fails");
  meant.reason = table.required_text("reason", "why it fails there");
  table.refuse_others();
  return meant;
}

CostQuestion read_cost(StrictTable table) {
  CostQuestion cost;
  cost.name = table.required_text("name", "what measures.sql calls it");
  cost.machine = table.required_text("machine", "whose SM, as heddle cost --machine takes it");
  cost.assignments = table.texts("set").value_or(std::vector<std::string>{});
  table.refuse_others();
  return cost;
}

void read_costs(StrictTable& experiment_table, Experiment& experiment) {
  for (StrictTable& table : experiment_table.tables("cost")) {
    CostQuestion cost = read_cost(table);
    if (std::ranges::find(experiment.costs, cost.name, &CostQuestion::name) !=
        experiment.costs.end())
      table.refuse("name", fmt::format("two [[cost]] are called '{}'; rename one", cost.name));
    experiment.costs.push_back(std::move(cost));
  }
}

/// Reads the [[measurements]], adds their claims, and says why rows without a workload have no
/// simulated value.
void read_chips(StrictTable& experiment_table, Experiment& experiment) {
  for (StrictTable& table : experiment_table.tables("measurements")) {
    ChipTable chip = read_chip_table(table, experiment.folder);
    for (const ChipTable& other : experiment.chips) {
      if (other.name == chip.name || other.chip == chip.chip)
        table.refuse("name", fmt::format("two [[measurements]] are called '{}' or '{}'; rename one",
                                         chip.name, chip.chip));
    }
    for (Claim& claim : chip.claims()) experiment.claims.push_back(std::move(claim));
    for (const ChipRow& row : chip.rows) {
      if (!row.stand_in) experiment.reasons[chip.run_name(row) + ".*"] = kNoStandIn;
    }
    experiment.chips.push_back(std::move(chip));
  }
}

/// Reads a table of reasons, whose keys are ids or patterns of claims.
void read_reasons(StrictTable table, const char* meaning, const Experiment& experiment,
                  std::map<std::string, std::string>& reasons) {
  for (auto& [id, reason] : table.members()) {
    reasons[id] = reason.required_text("reason", meaning);
    reason.refuse_others();
    const auto any = std::ranges::any_of(experiment.claims,
                                         [&](const Claim& claim) { return matches(id, claim.id); });
    if (!any) fail("{}: there is no claim '{}' in claims.csv", reason.place(), id);
  }
}

DecidingRegisters read_deciding(StrictTable table) {
  DecidingRegisters deciding;
  deciding.registers = table.required_text("registers", "own or published");
  if (deciding.registers != "own" && deciding.registers != "published")
    table.refuse("registers", "registers is own or published");
  deciding.reason = table.required_text("reason", "why the table with these registers decides");
  table.refuse_others();
  return deciding;
}

/// The reason of the first pattern that matches the claim; null if none does.
const std::string* reason_among(const std::map<std::string, std::string>& reasons,
                                const Claim& claim) {
  for (const auto& [pattern, reason] : reasons) {
    if (matches(pattern, claim.id)) return &reason;
  }
  return nullptr;
}

/// Reads [contradicted]. Throws Error for a claim that is not a headline claim.
void read_causes(StrictTable table, Experiment& experiment) {
  for (auto& [id, cause] : table.members()) {
    const auto claim = std::ranges::find(experiment.claims, id, &Claim::id);
    if (claim == experiment.claims.end() || !claim->headline) {
      fail("{}: there is no headline claim '{}' in claims.csv", cause.place(), id);
    }
    experiment.causes[id] = cause.required_text("reason", "why heddle contradicts it, in a line");
    cause.refuse_others();
  }
}

}  // namespace

const std::string* Experiment::reason(const Claim& claim) const {
  return reason_among(reasons, claim);
}

const std::string* Experiment::given(const Claim& claim) const {
  return reason_among(givens, claim);
}

std::string Experiment::short_title() const { return title.substr(0, title.find(". ")); }

std::string Experiment::source() const {
  const std::size_t end = title.find(". ");
  return end == std::string::npos ? "" : title.substr(end + 2);
}

std::vector<std::string> experiment_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / "experiment.toml")) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

std::vector<Experiment> read_experiments(const fs::path& folder) {
  std::vector<Experiment> experiments;
  for (const std::string& name : experiment_names(folder)) {
    experiments.push_back(read_experiment(folder, name));
  }
  return experiments;
}

Experiment read_experiment(const fs::path& folder, const std::string& name) {
  const std::vector<std::string> known = experiment_names(folder);
  if (std::ranges::find(known, name) == known.end()) {
    fail("there is no experiment '{}'{}", name, which_exist(name, known));
  }
  Experiment experiment;
  experiment.name = name;
  experiment.folder = fs::absolute(folder / name);
  experiment.claims = read_claims(experiment.folder / "claims.csv");
  experiment.measures = read_file(experiment.folder / "measures.sql", file_kinds::kMeasures);
  StrictTable table = StrictTable::read(experiment.folder / "experiment.toml");
  experiment.title = table.required_text("title", "what the study is");
  experiment.study = table.required_text("study", "its name in papers.toml");
  const std::string claims = table.text("claims").value_or("study");
  const auto source = std::ranges::find(kClaimSources, claims);
  if (source == kClaimSources.end()) {
    table.refuse("claims", "claims is study, expectations or chip");
  }
  experiment.claim_source = static_cast<ClaimSource>(source - kClaimSources.begin());
  read_chips(table, experiment);
  if (auto reasons = table.table("not_measurable")) {
    read_reasons(std::move(*reasons), "why it cannot be measured", experiment, experiment.reasons);
  }
  if (auto givens = table.table("given")) {
    read_reasons(std::move(*givens), "whose figure the value is", experiment, experiment.givens);
  }
  if (auto deciding = table.table("deciding"))
    experiment.deciding = read_deciding(std::move(*deciding));
  if (auto causes = table.table("contradicted")) read_causes(std::move(*causes), experiment);
  for (StrictTable& meant : table.tables("meant_to_fail")) {
    experiment.meant_to_fail.push_back(read_meant_to_fail(std::move(meant)));
  }
  read_costs(table, experiment);
  for (StrictTable& figure : table.tables("figure")) {
    experiment.figures.push_back(read_figure(std::move(figure)));
  }
  table.refuse_others();
  return experiment;
}

}  // namespace heddle::study
