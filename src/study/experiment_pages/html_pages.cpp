#include "study/experiment_pages/html_pages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "heddle/sim/output/version.hpp"
#include "study/correlation/correlation_tables.hpp"
#include "study/page/page.hpp"
#include "study/records/record_table.hpp"

namespace heddle::study {
namespace {

using StudyJson = nlohmann::ordered_json;

StudyJson number_or_null(const std::optional<double>& value) {
  return value ? StudyJson(*value) : StudyJson();
}

StudyJson shown_claim(const JudgedClaim& judged) {
  return {{"id", judged.claim.id},
          {"headline", judged.claim.headline},
          {"what", judged.claim.words()},
          {"where", judged.claim.where},
          {"study", judged.claim.paper_text()},
          {"measured", judged.measured_text()},
          {"effect", judged.effect_text()},
          {"verdict", name_of(judged.verdict)},
          {"reason", judged.reason},
          {"runs", judged.runs_text()}};
}

/// A group of claims under one heading. `name` distinguishes the groups of a page.
StudyJson claim_group(const std::string& name, const std::string& source,
                      const std::vector<JudgedClaim>& shown, ClaimSource source_of_claims) {
  StudyJson claims = StudyJson::array();
  for (const JudgedClaim& judged : shown) claims.push_back(shown_claim(judged));
  return {{"name", name},
          {"source", source},
          {"claims_of", kClaimSources[static_cast<std::size_t>(source_of_claims)]},
          {"claims", std::move(claims)}};
}

StudyJson shown_figure(const FigureData& data) {
  StudyJson points = StudyJson::array();
  for (const FigurePoint& point : data.points)
    points.push_back(
        {point.x, point.series, number_or_null(point.y), number_or_null(point.paper), point.name});
  return {{"name", data.figure.name},
          {"title", data.figure.title},
          {"kind", kFigureKinds[static_cast<std::size_t>(data.figure.kind)]},
          {"x", data.figure.x},
          {"y", data.figure.y},
          {"logarithmic", data.figure.logarithmic},
          {"level", number_or_null(data.figure.level)},
          {"points", std::move(points)}};
}

/// A table as its name and its rows; the first row has the headings.
StudyJson shown_table(const std::string& name, const Table& table) {
  StudyJson rows = StudyJson::array({table.columns});
  for (const std::vector<std::string>& row : table.rows) rows.push_back(row);
  return {{"name", name}, {"rows", std::move(rows)}};
}

/// The errors beside the chips in one variant, by counter and by row.
StudyJson chip_tables(const JudgedVariant& of_variant) {
  StudyJson tables = StudyJson::array();
  const std::vector<Correlation> all = correlations(of_variant.claims);
  if (all.empty()) return tables;
  tables.push_back(shown_table("Errors by counter", correlation_table(all)));
  for (const std::string& chip : chips_of(all))
    tables.push_back(shown_table("Relative errors by row, " + chip, row_errors(all, chip)));
  return tables;
}

StudyJson reproduction_head(const std::string& title, const std::string& revision) {
  StudyJson verdicts = StudyJson::array();
  for (const Verdict verdict : kVerdicts) verdicts.push_back(name_of(verdict));
  return {{"kind", "reproduction"},           {"title", title},
          {"heddle_version", sim::version()}, {"revision", revision},
          {"verdicts", std::move(verdicts)},  {"groups", StudyJson::array()},
          {"figures", StudyJson::array()}};
}

/// Whose registers decide, and why; "" where there are only one kind.
std::string decided_by(const Experiment& experiment) {
  if (!experiment.deciding) return "";
  return fmt::format("; registers: {}, as {}", experiment.deciding->registers,
                     experiment.deciding->reason);
}

std::string page_of(const StudyJson& data) {
  return html_page(data.at("title").get<std::string>(),
                   data.dump(-1, ' ', false, StudyJson::error_handler_t::replace));
}

}  // namespace

std::string reproduction_page(const Reproduction& reproduction, const std::string& revision) {
  StudyJson data = reproduction_head(reproduction.title, revision);
  const std::string options = reproduction.options.empty() ? "" : " with " + reproduction.options;
  data["about"] =
      fmt::format("Size {}{}; machines {}; {} runs, {} of them failed.", reproduction.size, options,
                  fmt::join(reproduction.machines, ", "), reproduction.runs, reproduction.failed);
  data["command"] =
      fmt::format("heddle reproduce {} --size {}{}", reproduction.experiment, reproduction.size,
                  reproduction.options.empty() ? "" : " " + reproduction.options);
  data["parameters"] = {{"study", reproduction.experiment},
                        {"size", reproduction.size},
                        {"options", reproduction.options.empty() ? "none" : reproduction.options},
                        {"machines", fmt::format("{}", fmt::join(reproduction.machines, ", "))}};
  for (const JudgedVariant& of_variant : reproduction.variants) {
    const std::string variant = of_variant.variant.text();
    data["groups"].push_back(claim_group(variant.empty() ? reproduction.experiment : variant, "",
                                         of_variant.claims, ClaimSource::study));
  }
  data["chip_tables"] = chip_tables(reproduction.variants.front());
  for (const FigureData& figure : reproduction.figures)
    data["figures"].push_back(shown_figure(figure));
  return page_of(data);
}

std::string studies_page(const std::vector<Experiment>& experiments, const std::string& revision) {
  StudyJson data = reproduction_head("The studies, run again", revision);
  data["about"] = "Of each study the largest size that was run counts, as recorded.";
  data["command"] = "heddle reproduce --page FILE";
  for (const Experiment& experiment : experiments) {
    const std::vector<RecordTable> tables = record_tables(experiment);
    const RecordTable* const deciding = decisive(experiment, tables);
    if (deciding == nullptr) continue;
    data["groups"].push_back(claim_group(experiment.short_title(),
                                         fmt::format("{}, {}{}", deciding->command(experiment),
                                                     deciding->stamp(), decided_by(experiment)),
                                         deciding->judged.claims, experiment.claim_source));
  }
  return page_of(data);
}

}  // namespace heddle::study
