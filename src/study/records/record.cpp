#include "study/records/record.hpp"

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
#include "study/catalogue/catalogue.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

const std::vector<std::string> kRecordColumns = {"id",      "size",     "registers", "variant",
                                                 "options", "measured", "verdict",   "runs",
                                                 "reason",  "revision", "date"};

/// The index of each claim in claims.csv.
std::map<std::string, std::size_t> claim_positions(const Experiment& experiment) {
  std::map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < experiment.claims.size(); ++i) positions[experiment.claims[i].id] = i;
  return positions;
}

std::size_t size_position(const std::string& size) {
  return static_cast<std::size_t>(std::ranges::find(kSizes, size) - kSizes.begin());
}

void read_run_counts(const std::string& text, const std::string& place, JudgedClaim& judged) {
  if (text.empty()) return;
  const std::size_t of = text.find(" of ");
  const auto ok = claim_number(text.substr(0, of));
  const auto all = of == std::string::npos ? std::nullopt : claim_number(text.substr(of + 4));
  const bool are_counts = ok && all && *ok >= 0 && *ok <= *all && *all < 1e9 &&
                          *ok == std::floor(*ok) && *all == std::floor(*all);
  if (!are_counts)
    fail("{}: runs are as '5 of 6', or nothing if all are ok; not '{}'", place, text);
  judged.runs_ok = static_cast<std::size_t>(*ok);
  judged.runs = static_cast<std::size_t>(*all);
}

/// The value may be missing where it is given.
void read_measured(const std::string& text, const std::string& place, JudgedClaim& judged) {
  if (!is_measured(judged.verdict) && (judged.verdict != Verdict::given || text.empty())) {
    if (!text.empty())
      fail("{}: '{}' was measured, and the verdict is {}", place, text, name_of(judged.verdict));
    return;
  }
  if (judged.claim.kind == ClaimKind::order) {
    judged.measured.text = text;
    judged.measured.holds = judged.verdict == Verdict::reproduced;
    return;
  }
  judged.measured.value = claim_number(text);
  if (!judged.measured.value)
    fail("{}: '{}' was measured, which is no finite number; type one, as 1.25", place, text);
}

/// The record with the verdict that follows from its value.
JudgedClaim judge_record(const Experiment& experiment, const JudgedClaim& recorded) {
  JudgedClaim judged = judge(experiment, recorded.claim, recorded.measured);
  judged.runs = recorded.runs;
  judged.runs_ok = recorded.runs_ok;
  return judged;
}

/// Whether the text is a date such as 2026-01-31.
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

Record read_row(const std::vector<std::string>& row, const std::string& place, const Claim& claim) {
  Record record;
  record.judged.claim = claim;
  record.size = row[1];
  if (std::ranges::find(kSizes, row[1]) == kSizes.end()) {
    fail("{}: size is one of {}, not '{}'", place, fmt::join(kSizes, ", "), row[1]);
  }
  record.variant = {row[2], row[3]};
  if (row[2] != "own" && row[2] != "published") {
    fail("{}: registers is own or published, not '{}'", place, row[2]);
  }
  record.options = row[4];
  const auto named = verdict_named(row[6]);
  if (!named) fail("{}: there is no verdict '{}'", place, row[6]);
  record.judged.verdict = *named;
  record.judged.reason = row[8];
  read_measured(row[5], place, record.judged);
  read_run_counts(row[7], place, record.judged);
  if (!is_date(row[10])) fail("{}: date is a day, as 2026-01-31, not '{}'", place, row[10]);
  record.by = {row[9], row[10]};
  return record;
}

std::string measured_field(const JudgedClaim& judged) {
  if (judged.measured.value) return fmt::format("{}", *judged.measured.value);
  return judged.measured.text;
}

std::string csv_line(const Record& record) {
  const JudgedClaim& judged = record.judged;
  const std::vector<std::string> fields = {judged.claim.id,
                                           record.size,
                                           record.variant.registers,
                                           record.variant.choice,
                                           record.options,
                                           measured_field(judged),
                                           std::string(name_of(judged.verdict)),
                                           judged.runs_text(),
                                           judged.reason,
                                           record.by.revision,
                                           record.by.date};
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  return line + "\n";
}

}  // namespace

std::filesystem::path verdicts_file(const Experiment& experiment) {
  return experiment.folder / "verdicts.csv";
}

namespace {

/// Where the row with this index stands.
std::string row_place(const std::filesystem::path& file, std::size_t row) {
  return fmt::format("{}: row {}", file.string(), row + 2);
}

/// Reads the records as they are, also with verdicts that do not follow from their values.
std::vector<Record> read_rows(const Experiment& experiment) {
  const std::filesystem::path file = verdicts_file(experiment);
  if (!std::filesystem::exists(file)) return {};
  const CsvTable table = parse_csv(read_file(file, file_kinds::kClaims), file.string());
  if (table.columns != kRecordColumns) {
    fail("{}:1: the columns are to be {}", file.string(), fmt::join(kRecordColumns, ","));
  }
  const auto positions = claim_positions(experiment);
  std::vector<Record> records;
  std::set<std::vector<std::string>> keys;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<std::string>& row = table.rows[i];
    const std::string place = row_place(file, i);
    const auto claim = positions.find(row[0]);
    if (claim == positions.end()) {
      fail("{}: '{}' is no claim of claims.csv; remove the row", place, row[0]);
    }
    records.push_back(read_row(row, place, experiment.claims[claim->second]));
    if (!keys.emplace(row.begin(), row.begin() + 5).second) {
      fail("{}: a second verdict of '{}' with the same size, variant and options", place, row[0]);
    }
  }
  return records;
}

void write_records(const Experiment& experiment, const std::vector<Record>& records) {
  std::string text = fmt::format("{}\n", fmt::join(kRecordColumns, ","));
  for (const Record& record : records) text += csv_line(record);
  sim::write_whole_file(verdicts_file(experiment), text);
}

}  // namespace

std::vector<Record> read_records(const Experiment& experiment) {
  std::vector<Record> records = read_rows(experiment);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const JudgedClaim& recorded = records[i].judged;
    const Verdict follows = judge_record(experiment, recorded).verdict;
    if (follows == recorded.verdict) continue;
    fail(
        "{}: the verdict of '{}' is '{}', and by the rules '{}'; 'heddle reproduce {} --rejudge' "
        "writes the verdicts that follow from the recorded values",
        row_place(verdicts_file(experiment), i), recorded.claim.id, name_of(recorded.verdict),
        name_of(follows), experiment.name);
  }
  return records;
}

std::size_t judge_records_again(const Experiment& experiment) {
  std::vector<Record> records = read_rows(experiment);
  std::size_t changed = 0;
  for (Record& record : records) {
    const JudgedClaim judged = judge_record(experiment, record.judged);
    if (judged.verdict != record.judged.verdict) ++changed;
    record.judged = judged;
  }
  write_records(experiment, records);
  return changed;
}

void replace_records(const Experiment& experiment, const std::string& size,
                     const std::string& options, std::vector<Record> records) {
  std::vector<Record> all = read_records(experiment);
  std::erase_if(
      all, [&](const Record& record) { return record.size == size && record.options == options; });
  std::ranges::move(records, std::back_inserter(all));
  const auto positions = claim_positions(experiment);
  std::ranges::stable_sort(all, {}, [&](const Record& record) {
    return std::tuple(positions.at(record.judged.claim.id), size_position(record.size),
                      record.options);
  });
  write_records(experiment, all);
}

}  // namespace heddle::study
