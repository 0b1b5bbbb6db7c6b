#include "study/experiment_pages/report_table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "heddle/sim/output/version.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_text(const Claim& claim) {
  return claim.value ? Json(*claim.value) : Json(claim.text);
}

Json measured_json(const ClaimResult& result) {
  if (result.claim.kind == ClaimKind::order) return result.measured.text;
  return result.measured.value ? Json(*result.measured.value) : Json(nullptr);
}

Json effect_json(const ClaimResult& result) {
  const std::optional<double> ratio = effect_ratio(result.claim, result.measured);
  return ratio ? Json(*ratio) : Json(nullptr);
}

Json claim_json(const ClaimResult& result, const Variant& variant) {
  const Claim& claim = result.claim;
  Json json = {{"id", claim.id},
               {"headline", claim.headline},
               {"registers", variant.registers},
               {"variant", variant.choice},
               {"system", claim.system},
               {"baseline", claim.baseline},
               {"metric", claim.metric},
               {"scope", claim.scope},
               {"kind", kClaimKinds[static_cast<std::size_t>(claim.kind)]},
               {"comparison", kComparisons[static_cast<std::size_t>(claim.comparison)]},
               {"paper", number_or_text(claim)},
               {"measured", measured_json(result)},
               {"unit", claim.unit},
               {"effect", effect_json(result)},
               {"verdict", name_of(result.verdict)},
               {"where", claim.where}};
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (result.runs_ok < result.runs) {
    json["runs"] = result.runs;
    json["runs_ok"] = result.runs_ok;
  }
  return json;
}

}  // namespace

std::string count_text(const std::vector<ClaimResult>& claims) {
  std::string text;
  for (const Verdict verdict : kVerdicts) {
    std::size_t count = 0;
    for (const ClaimResult& result : claims) count += result.verdict == verdict ? 1 : 0;
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(verdict));
  }
  return text;
}

Table claims_table(const VariantResults& results, bool headlines_only) {
  Table table{{"claim", "what", "study", "measured", "effect", "verdict"}, {}};
  for (const ClaimResult& result : results.claims) {
    if (headlines_only && !result.claim.headline) continue;
    table.rows.push_back({result.claim.id, result.claim.words(), result.claim.paper_text(),
                          result.measured_text(), result.effect_text(), result.verdict_text()});
  }
  return table;
}

std::string claims_json(const Reproduction& reproduction) {
  Json rows = Json::array();
  for (const VariantResults& results : reproduction.results) {
    for (const ClaimResult& result : results.claims) {
      rows.push_back(claim_json(result, results.variant));
    }
  }
  const Json all = {{"schema", "heddle.reproduction"},    {"schema_version", 1},
                    {"heddle_version", sim::version()},   {"experiment", reproduction.experiment},
                    {"size", reproduction.size},          {"options", reproduction.options},
                    {"machines", reproduction.machines},  {"runs", reproduction.runs},
                    {"failed_runs", reproduction.failed}, {"claims", rows}};
  return all.dump(2) + "\n";
}

}  // namespace heddle::study
