#include "cli/reproduce/claim.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "cli/results/csv.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/input_file.hpp"

namespace heddle::cli {
namespace {

const std::vector<std::string> kColumns = {"id",    "headline", "system", "baseline",   "metric",
                                           "scope", "value",    "unit",   "comparison", "where"};

std::optional<Comparison> comparison(const std::string& text) {
  if (text == "=") return Comparison::equals;
  if (text == "<=") return Comparison::at_most;
  if (text == ">=") return Comparison::at_least;
  if (text == "ordering") return Comparison::ordering;
  return {};
}

Claim read_claim(const std::vector<std::string>& row, const std::string& place) {
  Claim claim;
  claim.id = row[0];
  claim.headline = row[1] == "true";
  if (row[1] != "true" && row[1] != "false")
    fail("{}: headline is true or false, not '{}'", place, row[1]);
  claim.system = row[2];
  claim.baseline = row[3];
  claim.metric = row[4];
  claim.scope = row[5];
  claim.text = row[6];
  claim.unit = row[7];
  const auto compared = comparison(row[8]);
  if (!compared) fail("{}: comparison is one of =, <=, >=, ordering, not '{}'", place, row[8]);
  claim.comparison = *compared;
  claim.where = row[9];
  if (claim.comparison == Comparison::ordering) return claim;
  claim.value = claim_number(claim.text);
  if (!claim.value) fail("{}: '{}' is no number", place, claim.text);
  return claim;
}

}  // namespace

std::optional<double> claim_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return {};
  return value;
}

std::string Claim::words() const {
  const bool is_alone = baseline.empty() || baseline == "-";
  return fmt::format("{}{}{}: {}, {}", system, is_alone ? "" : " over ", is_alone ? "" : baseline,
                     metric, scope);
}

std::string Claim::paper_text() const {
  if (comparison == Comparison::ordering) return text;
  const char* sign = comparison == Comparison::at_most    ? "<= "
                     : comparison == Comparison::at_least ? ">= "
                                                          : "";
  return fmt::format("{}{}{}{}", sign, text, unit.empty() ? "" : " ", unit);
}

std::vector<Claim> read_claims(const std::filesystem::path& file) {
  const CsvTable table = parse_csv(read_file(file, file_kinds::kClaims), file.string());
  if (table.columns != kColumns) {
    fail("{}:1: the columns are to be {}", file.string(), fmt::join(kColumns, ","));
  }
  std::vector<Claim> claims;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    claims.push_back(read_claim(table.rows[i], fmt::format("{}: row {}", file.string(), i + 2)));
    if (ids.insert(claims.back().id).second) continue;
    fail("{}: row {}: a second claim '{}'", file.string(), i + 2, claims.back().id);
  }
  return claims;
}

}  // namespace heddle::cli
