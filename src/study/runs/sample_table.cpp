#include <algorithm>
#include <cmath>

#include "study/runs/time_tables.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

constexpr std::string_view kBegin = "begin", kEnd = "end";

/// How the values of a column are merged when two samples become one.
enum class SampleMerge : std::uint8_t { first, last, sum, mean };

struct SampleColumn {
  SampleMerge merge = SampleMerge::mean;
  std::size_t weight = kCycles;  ///< column with the weight of a mean; kCycles: the sample's cycles

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

/// A row of the table, made from one or several lines.
struct Sampled {
  std::vector<double> values;
  double begin = 0, end = 0;
  /// Cycles in which a kernel ran; fewer than end - begin if the row contains a closed gap.
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
  Sampled both{first.values, first.begin, second.end, first.cycles + second.cycles};
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

Sampled sampled(const TableLine& heading, const TableLine& line) {
  Sampled row;
  for (const std::string& field : line) row.values.push_back(number_in(field));
  const std::size_t begin = position_of(heading, kBegin), end = position_of(heading, kEnd);
  if (begin == SampleColumn::kCycles || end == SampleColumn::kCycles) return row;
  row.begin = row.values[begin];
  row.end = row.values[end];
  row.cycles = row.end - row.begin;
  return row;
}

/// Rows of the table, merged while lines are added, so that there are never more than `full` rows.
/// Two rows touch if the gap between them, in which no kernel ran, has at most `closed_gap_`
/// cycles. Only rows that touch are merged. If too many rows do not touch, `closed_gap_` increases.
class ThinnedRows {
 public:
  explicit ThinnedRows(std::size_t full) : full_(full) {}

  void add(const Sampled& line, const std::vector<SampleColumn>& columns) {
    if (open_lines_ != 0 && !touch(open_, line)) close(columns);
    open_ = open_lines_ == 0 ? line : merged(open_, line, columns);
    if (++open_lines_ == lines_of_row_) close(columns);
  }
  std::vector<Sampled> take() {
    if (open_lines_ != 0) rows_.push_back(std::move(open_));
    return std::move(rows_);
  }

 private:
  static double gap(const Sampled& first, const Sampled& second) {
    return second.begin - first.end;
  }
  bool touch(const Sampled& first, const Sampled& second) const {
    return gap(first, second) <= closed_gap_;
  }

  void close(const std::vector<SampleColumn>& columns) {
    rows_.push_back(std::move(open_));
    open_lines_ = 0;
    if (rows_.size() < full_) return;
    merge_pairs(columns);
    while (rows_.size() > full_ - std::max<std::size_t>(1, full_ / 4)) {
      close_shorter_gaps();
      merge_pairs(columns);
    }
  }
  /// Merges pairs of neighbours that touch. A full row then stands for twice as many lines.
  void merge_pairs(const std::vector<SampleColumn>& columns) {
    std::vector<Sampled> fewer;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool is_pair = i + 1 < rows_.size() && touch(rows_[i], rows_[i + 1]);
      fewer.push_back(is_pair ? merged(rows_[i], rows_[i + 1], columns) : std::move(rows_[i]));
      if (is_pair) ++i;
    }
    rows_ = std::move(fewer);
    lines_of_row_ *= 2;
  }
  /// Increases `closed_gap_` to the median gap between rows that do not touch. So the rows on
  /// both sides of the shorter gaps touch from then on.
  void close_shorter_gaps() {
    std::vector<double> gaps;
    for (std::size_t i = 1; i < rows_.size(); ++i)
      if (!touch(rows_[i - 1], rows_[i])) gaps.push_back(gap(rows_[i - 1], rows_[i]));
    if (gaps.empty()) return;
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>((gaps.size() - 1) / 2);
    std::ranges::nth_element(gaps, middle);
    closed_gap_ = *middle;
  }

  std::size_t full_;
  std::size_t lines_of_row_ = 1;  ///< number of lines that a full row stands for
  double closed_gap_ = 0;  ///< rows touch if the gap between them has at most this number of cycles
  std::vector<Sampled> rows_;
  Sampled open_;  ///< row to which lines are still added
  std::size_t open_lines_ = 0;
};

}  // namespace

SampleTable read_samples(const std::filesystem::path& folder, std::size_t most) {
  const std::filesystem::path file = folder / "samples.csv";
  SampleTable table;
  if (!has_table(file)) return table;
  table.processes = processes_of_table(file);
  std::vector<SampleColumn> columns;
  ThinnedRows rows(std::max<std::size_t>(2, most - most % 2));
  table.is_cut = !visit_table(file, [&](const TableLine& heading, const TableLine& line) {
    if (columns.empty()) {
      table.columns = heading;
      for (const std::string& name : heading) columns.push_back(sample_column(heading, name));
    }
    ++table.lines;
    rows.add(sampled(heading, line), columns);
  });
  for (Sampled& row : rows.take()) {
    table.rows.push_back(std::move(row.values));
    table.running.push_back(row.cycles);
  }
  return table;
}

}  // namespace heddle::study
