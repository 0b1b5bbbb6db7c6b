#include "study/claims/chip_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/names_of.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/catalogue.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kRowColumns = {"name", "program", "arguments", "kernel"};
const std::vector<std::string> kStandInColumns = {"name", "workload", "kernel", "arguments",
                                                  "tiny"};

constexpr std::string_view kTiny = "tiny";  ///< the size for which stand-ins have other arguments

/// Reads a CSV file whose first columns have these names.
CsvTable read_table(const fs::path& file, const std::vector<std::string>& columns) {
  CsvTable table = parse_csv(read_file(file, file_kinds::kClaims), file.string());
  const bool has_columns = table.columns.size() >= columns.size() &&
                           std::equal(columns.begin(), columns.end(), table.columns.begin());
  if (has_columns) return table;
  fail("{}: the first columns are to be {}, not {}", file.string(), fmt::join(columns, ","),
       fmt::join(table.columns, ","));
}

std::string place_of(const fs::path& file, const CsvTable& table, std::size_t row) {
  return fmt::format("{}:{}", file.string(), table.lines[row]);
}

/// Reads a heading such as "dram_reads [sectors]" or "Accel-Sim: cycles [cycles]".
ChipCounter counter_of(const std::string& heading, const fs::path& file) {
  const std::size_t open = heading.find(" [");
  if (open == std::string::npos || open == 0 || !heading.ends_with(']')) {
    fail("{}: '{}' is no counter with its unit; write a heading such as \"cycles [cycles]\"",
         file.string(), heading);
  }
  ChipCounter counter{heading.substr(0, open), heading.substr(open + 2, heading.size() - open - 3),
                      ""};
  if (const std::size_t colon = counter.name.find(": "); colon != std::string::npos) {
    counter.simulator = counter.name.substr(0, colon);
    counter.name.erase(0, colon + 2);
  }
  return counter;
}

std::optional<double> read_value(const std::string& text, const ChipCounter& counter,
                                 const std::string& place) {
  if (text.empty()) return {};
  const std::optional<double> value = claim_number(text);
  if (value && *value >= 0) return value;
  fail("{}: {} is '{}'; write a number of at least 0, or nothing if it was not measured", place,
       counter.name, text);
}

ChipRow read_row(const std::vector<std::string>& fields, const std::vector<ChipCounter>& counters,
                 const std::string& place) {
  ChipRow row{fields[0], fields[1], fields[2], fields[3], {}, {}, place};
  for (std::size_t i = 0; i < kRowColumns.size(); ++i) {
    if (fields[i].empty() && kRowColumns[i] != "arguments")
      fail("{}: the row has no {}", place, kRowColumns[i]);
  }
  for (std::size_t i = 0; i < counters.size(); ++i) {
    row.values.push_back(read_value(fields[kRowColumns.size() + i], counters[i], place));
  }
  return row;
}

void read_rows(const fs::path& file, ChipTable& table) {
  const CsvTable csv = read_table(file, kRowColumns);
  if (csv.comment.empty()) {
    fail("{}: the file does not name its source; begin it with lines such as \"# Measured by ...\"",
         file.string());
  }
  table.source = csv.comment;
  for (std::size_t i = kRowColumns.size(); i < csv.columns.size(); ++i)
    table.counters.push_back(counter_of(csv.columns[i], file));
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    ChipRow row = read_row(csv.rows[i], table.counters, place_of(file, csv, i));
    if (std::ranges::find(table.rows, row.name, &ChipRow::name) != table.rows.end())
      fail("{}: a second row '{}'; rename one", row.place, row.name);
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) fail("{}: the table has no row", file.string());
}

void read_stand_ins(const fs::path& file, ChipTable& table) {
  const CsvTable csv = read_table(file, kStandInColumns);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const std::vector<std::string>& fields = csv.rows[i];
    const std::string place = place_of(file, csv, i);
    const auto row = std::ranges::find(table.rows, fields[0], &ChipRow::name);
    if (row == table.rows.end()) {
      fail("{}: {} has no row '{}'{}", place, table.file, fields[0],
           which_exist(fields[0], names_of(table.rows)));
    }
    if (row->stand_in) fail("{}: a second workload stands for '{}'", place, fields[0]);
    RowRun run{fields[1], {}, fields[2]};
    for (const std::string_view size : kSizes)
      run.arguments[std::string(size)] = fields[size == kTiny ? 4 : 3];
    row->stand_in = std::move(run);
  }
}

}  // namespace

std::string ChipTable::claim_id(const ChipRow& row, const ChipCounter& counter) const {
  return fmt::format("{}.{}.{}", name, row.name, counter.name);
}

Claim ChipTable::claim(const ChipRow& row, std::size_t counter) const {
  Claim claim;
  claim.id = claim_id(row, counters[counter]);
  claim.system = row.name;
  claim.metric = counters[counter].name;
  claim.scope = chip;
  claim.text = fmt::format("{}", *row.values[counter]);
  claim.value = row.values[counter];
  claim.unit = counters[counter].unit;
  claim.kind = ClaimKind::measurement;
  claim.where = file;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const bool is_other = !counters[i].simulator.empty() && counters[i].name == claim.metric;
    if (is_other && row.values[i]) claim.others[counters[i].simulator] = *row.values[i];
  }
  return claim;
}

std::vector<Claim> ChipTable::claims() const {
  std::vector<Claim> all;
  for (const ChipRow& row : rows) {
    for (std::size_t i = 0; i < counters.size(); ++i) {
      if (row.values[i] && counters[i].simulator.empty()) all.push_back(claim(row, i));
    }
  }
  return all;
}

ChipTable read_chip_table(StrictTable table, const fs::path& folder) {
  ChipTable chip;
  chip.name = table.required_text("name", "the first part of the claims' ids");
  chip.chip = table.required_text("chip", "the card that was measured");
  chip.machine = table.required_text("machine", "heddle's machine that describes the chip");
  chip.file = table.required_text("file", "the table of values");
  chip.assignments = table.texts("set").value_or(std::vector<std::string>{});
  const auto stand_ins = table.text("stand_ins");
  table.refuse_others();
  read_rows(folder / chip.file, chip);
  if (stand_ins) read_stand_ins(folder / *stand_ins, chip);
  return chip;
}

}  // namespace heddle::study
