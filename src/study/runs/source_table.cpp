#include "study/runs/source_table.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

/// The columns before the reasons why warps wait.
constexpr std::string_view kFirst[] = {"kernel", "pc",           "ptx_line",     "file",
                                       "line",   "calling_file", "calling_line", "warps"};
/// The columns after the reasons.
constexpr std::string_view kLast[] = {"issues",        "lanes",         "requests",    "sectors",
                                      "bank_requests", "bank_cycles",   "instruction", "ptx",
                                      "source",        "calling_source"};

constexpr double kMostCount = 9.0e15;  ///< counts up to 2^53 are exact as double

void check_columns(const TableLine& heading) {
  const std::size_t first = std::size(kFirst), last = std::size(kLast);
  const bool is_known = heading.size() >= first + last &&
                        std::equal(std::begin(kFirst), std::end(kFirst), heading.begin()) &&
                        std::equal(std::begin(kLast), std::end(kLast), heading.end() - last);
  if (!is_known)
    fail(
        "expected the columns kernel,pc,ptx_line,file,line,calling_file,...,calling_source; "
        "another version of heddle wrote the file, so run the program again");
}

std::uint64_t count_in(const std::string& field) {
  const double count = number_in(field);
  if (!(count >= 0 && count <= kMostCount)) fail("expected a count, not '{}'", field);
  return static_cast<std::uint64_t>(count);
}

/// Reads the fields of a line one after another.
class Fields {
 public:
  explicit Fields(const TableLine& line) : line_(line) {}
  const std::string& text() { return line_[next_++]; }
  std::uint64_t count() { return count_in(text()); }
  /// The number of a line; 0 for an empty field.
  std::uint64_t line() { return line_[next_].empty() ? (++next_, 0) : count(); }

 private:
  const TableLine& line_;
  std::size_t next_ = 0;
};

SourceRow row_in(const TableLine& line) {
  Fields fields(line);
  SourceRow row;
  row.kernel = fields.text();
  row.pc = fields.count();
  row.ptx_line = fields.count();
  row.spot.file = fields.text();
  row.spot.line = fields.line();
  row.calling.file = fields.text();
  row.calling.line = fields.line();
  row.warps = fields.count();
  const std::size_t reasons = line.size() - std::size(kFirst) - std::size(kLast);
  for (std::size_t i = 0; i < reasons; ++i) row.reasons.push_back(fields.count());
  row.issues = fields.count();
  row.lanes = fields.count();
  row.requests = fields.count();
  row.sectors = fields.count();
  row.bank_requests = fields.count();
  row.bank_cycles = fields.count();
  row.instruction = fields.text();
  row.ptx = fields.text();
  row.spot.text = fields.text();
  row.calling.text = fields.text();
  return row;
}

}  // namespace

std::string SourceSpot::name() const {
  if (line == 0) return "";
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

SourceTable read_source_lines(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "source_lines.csv";
  SourceTable table;
  if (!has_table(file)) return table;
  table.processes = processes_of_table(file);
  table.is_cut = !visit_table(file, [&](const TableLine& heading, const TableLine& line) {
    if (table.rows.empty()) {
      check_columns(heading);
      table.reasons.assign(heading.begin() + std::size(kFirst), heading.end() - std::size(kLast));
    }
    table.rows.push_back(row_in(line));
  });
  return table;
}

}  // namespace heddle::study
