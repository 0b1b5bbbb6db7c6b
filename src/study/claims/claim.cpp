#include "study/claims/claim.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

const std::vector<std::string> kColumns = {"id",     "headline",   "system", "baseline",
                                           "metric", "scope",      "value",  "unit",
                                           "kind",   "comparison", "where"};

/// The enumerator with this word. Throws Error with all words if there is none.
template <typename Enum, std::size_t count>
Enum enumerator_of(const std::array<std::string_view, count>& words, const std::string& text,
                   const std::string& column, const std::string& place) {
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) return static_cast<Enum>(found - words.begin());
  fail("{}: {} is one of {}, not '{}'", place, column, fmt::join(words, ", "), text);
}

/// The comparisons that claims of this kind may have.
std::string_view comparisons_of(ClaimKind kind) {
  if (kind == ClaimKind::bound) return "<= or >=";
  return kind == ClaimKind::order ? "ordering" : "=";
}

void check_kind(const Claim& claim, const std::string& place) {
  const bool is_bound =
      claim.comparison == Comparison::at_most || claim.comparison == Comparison::at_least;
  const bool is_order = claim.comparison == Comparison::ordering;
  if (is_bound == (claim.kind == ClaimKind::bound) && is_order == (claim.kind == ClaimKind::order))
    return;
  fail("{}: a claim of kind {} has comparison {}, not '{}'", place,
       kClaimKinds[static_cast<std::size_t>(claim.kind)], comparisons_of(claim.kind),
       kComparisons[static_cast<std::size_t>(claim.comparison)]);
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
  claim.kind = enumerator_of<ClaimKind>(kClaimKinds, row[8], "kind", place);
  claim.comparison = enumerator_of<Comparison>(kComparisons, row[9], "comparison", place);
  check_kind(claim, place);
  claim.where = row[10];
  if (claim.kind == ClaimKind::order) return claim;
  claim.value = claim_number(claim.text);
  if (!claim.value) fail("{}: '{}' is no number", place, claim.text);
  return claim;
}

}  // namespace

std::optional<double> claim_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

std::string Claim::words() const {
  const bool is_alone = baseline.empty() || baseline == "-";
  return fmt::format("{}{}{}: {}, {}", system, is_alone ? "" : " over ", is_alone ? "" : baseline,
                     metric, scope);
}

double Claim::no_effect() const {
  if (kind == ClaimKind::part) return unit == "%" ? 100 : 1;
  const bool is_over_another = kind == ClaimKind::ratio || kind == ClaimKind::share ||
                               (kind == ClaimKind::bound && unit == "x");
  return is_over_another ? 1 : 0;
}

std::string Claim::paper_text() const {
  if (kind == ClaimKind::order) return text;
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
    const std::string place = fmt::format("{}:{}", file.string(), table.lines[i]);
    claims.push_back(read_claim(table.rows[i], place));
    if (ids.insert(claims.back().id).second) continue;
    fail("{}: a second claim '{}'", place, claims.back().id);
  }
  return claims;
}

}  // namespace heddle::study
