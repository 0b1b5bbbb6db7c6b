#include <algorithm>
#include <cmath>

#include "cli/page/table_lines.hpp"
#include "cli/page/time_tables.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kBegin = "begin", kEnd = "end";

/// How a column of two samples becomes that of one.
enum class SampleMerge : std::uint8_t { first, last, sum, mean };

struct SampleColumn {
  SampleMerge merge = SampleMerge::mean;
  std::size_t weight = kCycles;  ///< column; kCycles: the cycles of the sample

  static constexpr std::size_t kCycles = static_cast<std::size_t>(-1);
};

std::size_t position_of(const TableLine& heading, std::string_view name) {
  for (std::size_t i = 0; i < heading.size(); ++i) {
    if (heading[i] == name) return i;
  }
  return SampleColumn::kCycles;
}

SampleColumn sample_column(const TableLine& heading, const std::string& name) {
  if (name == kBegin) return {SampleMerge::first};
  if (name == kEnd) return {SampleMerge::last};
  for (const char* count :
       {"warp_instructions", "thread_instructions", "l1d.loads", "l2.requests", "dram.bytes"}) {
    if (name == count) return {SampleMerge::sum};
  }
  if (name == "l1d.hit_rate") return {SampleMerge::mean, position_of(heading, "l1d.loads")};
  if (name == "l2.hit_rate") return {SampleMerge::mean, position_of(heading, "l2.requests")};
  if (name == "dram.row_hit_rate") return {SampleMerge::mean, position_of(heading, "dram.bytes")};
  return {};
}

/// A row, and the cycles that it stands for: less than from its begin to its end where rows were
/// merged between which no kernel ran.
struct Sampled {
  std::vector<double> values;
  double cycles = 0;
};

double merged_mean(double first, double first_weight, double second, double second_weight) {
  if (std::isnan(first)) return second;
  if (std::isnan(second)) return first;
  const double weight = first_weight + second_weight;
  return weight == 0 ? (first + second) / 2
                     : (first * first_weight + second * second_weight) / weight;
}

Sampled merged(const Sampled& first, const Sampled& second,
               const std::vector<SampleColumn>& columns) {
  Sampled both{first.values, first.cycles + second.cycles};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto weight = [&](const Sampled& row) {
      return columns[i].weight == SampleColumn::kCycles ? row.cycles
                                                        : row.values[columns[i].weight];
    };
    const double own = first.values[i], other = second.values[i];
    switch (columns[i].merge) {
      case SampleMerge::first:
        break;
      case SampleMerge::last:
        both.values[i] = other;
        break;
      case SampleMerge::sum:
        both.values[i] = own + other;
        break;
      case SampleMerge::mean:
        both.values[i] = merged_mean(own, weight(first), other, weight(second));
    }
  }
  return both;
}

/// Of an even number of rows.
void merge_pairs(std::vector<Sampled>& rows, const std::vector<SampleColumn>& columns) {
  for (std::size_t i = 0; i < rows.size() / 2; ++i)
    rows[i] = merged(rows[2 * i], rows[2 * i + 1], columns);
  rows.resize(rows.size() / 2);
}

Sampled sampled(const TableLine& heading, const TableLine& line) {
  Sampled row;
  for (const std::string& field : line) row.values.push_back(number_in(field));
  const std::size_t begin = position_of(heading, kBegin), end = position_of(heading, kEnd);
  if (begin != SampleColumn::kCycles && end != SampleColumn::kCycles)
    row.cycles = row.values[end] - row.values[begin];
  return row;
}

}  // namespace

SampleTable read_samples(const std::filesystem::path& folder, std::size_t most) {
  const std::filesystem::path file = folder / "samples.csv";
  SampleTable table;
  if (!has_table(file)) return table;
  table.processes = processes_of_table(file);
  std::vector<SampleColumn> columns;
  std::vector<Sampled> rows;
  const std::size_t full = std::max<std::size_t>(2, most - most % 2);
  std::size_t lines_of_row = 1;  // lines of the file that a full row stands for
  Sampled open;                  // the row that lines are still added to
  std::size_t open_lines = 0;
  table.is_cut = !visit_table(file, [&](const TableLine& heading, const TableLine& line) {
    if (columns.empty()) {
      table.columns = heading;
      for (const std::string& name : heading) columns.push_back(sample_column(heading, name));
    }
    ++table.lines;
    const Sampled row = sampled(heading, line);
    open = open_lines == 0 ? row : merged(open, row, columns);
    if (++open_lines < lines_of_row) return;
    rows.push_back(std::move(open));
    open_lines = 0;
    if (rows.size() < full) return;
    merge_pairs(rows, columns);
    lines_of_row *= 2;
  });
  if (open_lines != 0) rows.push_back(std::move(open));
  for (Sampled& row : rows) table.rows.push_back(std::move(row.values));
  return table;
}

}  // namespace heddle::cli
