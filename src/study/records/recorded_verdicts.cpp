#include "study/records/recorded_verdicts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

const std::vector<std::string> kVerdictColumns = {"id",      "size",     "registers", "variant",
                                                  "options", "measured", "verdict",   "runs",
                                                  "reason",  "revision", "date"};

/// Position of each claim in claims.csv.
std::map<std::string, std::size_t> claim_positions(const Experiment& experiment) {
  std::map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < experiment.claims.size(); ++i) positions[experiment.claims[i].id] = i;
  return positions;
}

std::size_t size_position(const std::string& size) {
  return static_cast<std::size_t>(std::ranges::find(kSizes, size) - kSizes.begin());
}

void read_run_counts(const std::string& text, const std::string& place, ClaimResult& result) {
  if (text.empty()) return;
  const std::size_t of = text.find(" of ");
  const auto ok = claim_number(text.substr(0, of));
  const auto all = of == std::string::npos ? std::nullopt : claim_number(text.substr(of + 4));
  const bool are_counts = ok && all && *ok >= 0 && *ok <= *all && *all < 1e9 &&
                          *ok == std::floor(*ok) && *all == std::floor(*all);
  if (!are_counts)
    fail("{}: runs are as '5 of 6', or nothing if all are ok; not '{}'", place, text);
  result.runs_ok = static_cast<std::size_t>(*ok);
  result.runs = static_cast<std::size_t>(*all);
}

void read_measured(const std::string& text, const std::string& place, ClaimResult& result) {
  if (!is_measured(result.verdict)) {
    if (!text.empty())
      fail("{}: '{}' was measured, and the verdict is {}", place, text, name_of(result.verdict));
    return;
  }
  if (result.claim.kind == ClaimKind::order) {
    result.measured.text = text;
    result.measured.holds = result.verdict == Verdict::reproduced;
    return;
  }
  result.measured.value = claim_number(text);
  if (!result.measured.value)
    fail("{}: '{}' was measured, which is no finite number; type one, as 1.25", place, text);
}

/// As 2026-01-31.
bool is_date(const std::string& text) {
  int year = 0;
  unsigned month = 0, day = 0;
  int read = 0;
  constexpr std::size_t kLength = 10;
  const bool has_digits =
      text.size() == kLength && text.find_first_not_of("0123456789-") == std::string::npos;
  if (!has_digits || std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &read) != 3)
    return false;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  return read == static_cast<int>(kLength) && date.ok();
}

RecordedVerdict read_row(const std::vector<std::string>& row, const std::string& place,
                         const Claim& claim) {
  RecordedVerdict verdict;
  verdict.result.claim = claim;
  verdict.size = row[1];
  if (std::ranges::find(kSizes, row[1]) == kSizes.end()) {
    fail("{}: size is one of {}, not '{}'", place, fmt::join(kSizes, ", "), row[1]);
  }
  verdict.variant = {row[2], row[3]};
  if (row[2] != "own" && row[2] != "published") {
    fail("{}: registers is own or published, not '{}'", place, row[2]);
  }
  verdict.options = row[4];
  const auto named = verdict_named(row[6]);
  if (!named) fail("{}: there is no verdict '{}'", place, row[6]);
  verdict.result.verdict = *named;
  verdict.result.reason = row[8];
  read_measured(row[5], place, verdict.result);
  read_run_counts(row[7], place, verdict.result);
  if (!is_date(row[10])) fail("{}: date is a day, as 2026-01-31, not '{}'", place, row[10]);
  verdict.by = {row[9], row[10]};
  return verdict;
}

std::string measured_field(const ClaimResult& result) {
  if (result.measured.value) return fmt::format("{}", *result.measured.value);
  return result.measured.text;
}

std::string csv_line(const RecordedVerdict& verdict) {
  const ClaimResult& result = verdict.result;
  const std::vector<std::string> fields = {result.claim.id,
                                           verdict.size,
                                           verdict.variant.registers,
                                           verdict.variant.choice,
                                           verdict.options,
                                           measured_field(result),
                                           std::string(name_of(result.verdict)),
                                           result.runs_text(),
                                           result.reason,
                                           verdict.by.revision,
                                           verdict.by.date};
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  return line + "\n";
}

}  // namespace

std::filesystem::path verdicts_file(const Experiment& experiment) {
  return experiment.folder / "verdicts.csv";
}

std::vector<RecordedVerdict> read_verdicts(const Experiment& experiment) {
  const std::filesystem::path file = verdicts_file(experiment);
  if (!std::filesystem::exists(file)) return {};
  const CsvTable table = parse_csv(read_file(file, file_kinds::kClaims), file.string());
  if (table.columns != kVerdictColumns) {
    fail("{}:1: the columns are to be {}", file.string(), fmt::join(kVerdictColumns, ","));
  }
  const auto positions = claim_positions(experiment);
  std::vector<RecordedVerdict> verdicts;
  std::set<std::vector<std::string>> keys;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<std::string>& row = table.rows[i];
    const std::string place = fmt::format("{}: row {}", file.string(), i + 2);
    const auto claim = positions.find(row[0]);
    if (claim == positions.end()) {
      fail("{}: '{}' is no claim of claims.csv; remove the row", place, row[0]);
    }
    verdicts.push_back(read_row(row, place, experiment.claims[claim->second]));
    if (!keys.emplace(row.begin(), row.begin() + 5).second) {
      fail("{}: a second verdict of '{}' with the same size, variant and options", place, row[0]);
    }
  }
  return verdicts;
}

void replace_verdicts(const Experiment& experiment, const std::string& size,
                      const std::string& options, std::vector<RecordedVerdict> rows) {
  std::vector<RecordedVerdict> all = read_verdicts(experiment);
  std::erase_if(all, [&](const RecordedVerdict& verdict) {
    return verdict.size == size && verdict.options == options;
  });
  std::ranges::move(rows, std::back_inserter(all));
  const auto positions = claim_positions(experiment);
  std::ranges::stable_sort(all, {}, [&](const RecordedVerdict& verdict) {
    return std::tuple(positions.at(verdict.result.claim.id), size_position(verdict.size),
                      verdict.options);
  });
  std::string text = fmt::format("{}\n", fmt::join(kVerdictColumns, ","));
  for (const RecordedVerdict& verdict : all) text += csv_line(verdict);
  sim::write_whole_file(verdicts_file(experiment), text);
}

}  // namespace heddle::study
