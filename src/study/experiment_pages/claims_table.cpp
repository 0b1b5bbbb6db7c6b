#include "study/experiment_pages/claims_table.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/sim/output/version.hpp"
#include "study/correlation/correlation.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_text(const Claim& claim) {
  return claim.value ? Json(*claim.value) : Json(claim.text);
}

Json measured_json(const JudgedClaim& judged) {
  if (judged.claim.kind == ClaimKind::order) return judged.measured.text;
  return judged.measured.value ? Json(*judged.measured.value) : Json(nullptr);
}

Json json_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json effect_json(const JudgedClaim& judged) {
  return json_or_null(effect_ratio(judged.claim, judged.measured));
}

Json correlations_json(const Reproduction& reproduction) {
  Json all = Json::array();
  for (const JudgedVariant& of_variant : reproduction.variants) {
    for (const Correlation& one : correlations(of_variant.claims)) {
      all.push_back({{"variant", of_variant.variant.choice},
                     {"chip", one.chip},
                     {"counter", one.counter},
                     {"unit", one.unit},
                     {"rows", one.rows.size()},
                     {"zeros", one.zeros},
                     {"wrong_zeros", one.wrong_zeros},
                     {"mean_absolute_error", json_or_null(one.mean_absolute_error())},
                     {"mean_ratio", json_or_null(one.mean_ratio())},
                     {"coefficient", json_or_null(one.coefficient())}});
    }
  }
  return all;
}

Json claim_json(const JudgedClaim& judged, const Variant& variant) {
  const Claim& claim = judged.claim;
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
               {"measured", measured_json(judged)},
               {"unit", claim.unit},
               {"effect", effect_json(judged)},
               {"error", json_or_null(relative_error(claim, judged.measured))},
               {"verdict", name_of(judged.verdict)},
               {"where", claim.where}};
  if (!judged.reason.empty()) json["reason"] = judged.reason;
  if (judged.runs_ok < judged.runs) {
    json["runs"] = judged.runs;
    json["runs_ok"] = judged.runs_ok;
  }
  return json;
}

}  // namespace

std::string count_text(const std::vector<JudgedClaim>& claims) {
  std::string text;
  for (const Verdict verdict : kVerdicts) {
    std::size_t count = 0;
    for (const JudgedClaim& judged : claims) count += judged.verdict == verdict ? 1 : 0;
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(verdict));
  }
  return text;
}

Table claims_table(const JudgedVariant& of_variant, bool headlines_only) {
  Table table{{"claim", "what", "study", "measured", "effect", "verdict"}, {}};
  for (const JudgedClaim& judged : of_variant.claims) {
    if (headlines_only && !judged.claim.headline) continue;
    table.rows.push_back({judged.claim.id, judged.claim.words(), judged.claim.paper_text(),
                          judged.measured_text(), judged.effect_text(), judged.verdict_text()});
  }
  return table;
}

std::string claims_json(const Reproduction& reproduction) {
  Json rows = Json::array();
  for (const JudgedVariant& of_variant : reproduction.variants) {
    for (const JudgedClaim& judged : of_variant.claims) {
      rows.push_back(claim_json(judged, of_variant.variant));
    }
  }
  Json all = {{"schema", "heddle.reproduction"},    {"schema_version", 1},
              {"heddle_version", sim::version()},   {"experiment", reproduction.experiment},
              {"size", reproduction.size},          {"options", reproduction.options},
              {"machines", reproduction.machines},  {"runs", reproduction.runs},
              {"failed_runs", reproduction.failed}, {"claims", rows}};
  if (Json chips = correlations_json(reproduction); !chips.empty())
    all["correlations"] = std::move(chips);
  return all.dump(2) + "\n";
}

}  // namespace heddle::study
