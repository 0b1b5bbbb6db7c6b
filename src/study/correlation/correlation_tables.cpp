#include "study/correlation/correlation_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::study {
namespace {

constexpr std::size_t kLeastDots = 2;

std::string magnitude_text(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string error_text(double error) { return fmt::format("{:+.1f}%", 100 * error); }

std::string two_decimals(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "-";
}

/// The rows with a value of 0 on the chip, as in "; 3 are 0 on the chip, 1 of them not here".
std::string rows_text(const Correlation& one) {
  std::string text = std::to_string(one.rows.size());
  if (one.zeros > 0) text += fmt::format(" + {} of 0", one.zeros);
  if (one.wrong_zeros > 0) text += fmt::format(" ({} not 0 here)", one.wrong_zeros);
  return text;
}

std::string worst_text(const Correlation& one) {
  const CorrelatedRow* worst = one.worst();
  return worst == nullptr ? "-" : fmt::format("{} {}", worst->name, error_text(worst->error()));
}

/// The mean absolute errors of other simulators, as in "Accel-Sim 22.8%".
std::string others_text(const Correlation& one) {
  std::string text;
  for (const auto& [simulator, error] : one.other_errors())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", simulator, magnitude_text(error));
  return text.empty() ? "-" : text;
}

template <typename Member>
std::vector<std::string> distinct_texts(std::span<const Correlation> all, Member member) {
  std::vector<std::string> texts;
  for (const Correlation& one : all) {
    if (std::ranges::find(texts, one.*member) == texts.end()) texts.push_back(one.*member);
  }
  return texts;
}

FigureData figure_of(const std::string& counter, std::span<const Correlation> all) {
  FigureData data;
  for (const Correlation& one : all) {
    if (one.counter != counter) continue;
    const std::string unit = one.unit == counter ? "" : ", " + one.unit;
    data.figure.name = counter;
    data.figure.title = fmt::format("{}: simulated over measured", counter);
    data.figure.kind = FigureKind::correlation;
    data.figure.x = fmt::format("on the chip{}", unit);
    data.figure.y = fmt::format("simulated{}", unit);
    data.figure.logarithmic = true;
    for (const CorrelatedRow& row : one.rows) {
      if (row.simulated > 0)
        data.points.push_back({fmt::format("{}", row.chip), one.chip, row.simulated, {}, row.name});
    }
  }
  std::ranges::replace_if(
      data.figure.name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return data;
}

}  // namespace

Table correlation_table(std::span<const Correlation> all) {
  Table table{{"chip", "counter", "rows", "mean absolute error", "others on these rows",
               "mean ratio", "correlation", "worst row"},
              {}};
  for (const Correlation& one : all) {
    const auto error = one.mean_absolute_error();
    table.rows.push_back({one.chip, one.counter, rows_text(one),
                          error ? magnitude_text(*error) : "-", others_text(one),
                          two_decimals(one.mean_ratio()), two_decimals(one.coefficient()),
                          worst_text(one)});
  }
  table.leave_out_dashes();
  return table;
}

Table row_errors(std::span<const Correlation> all, const std::string& chip) {
  Table table{{"row"}, {}};
  std::vector<std::string> names;
  for (const Correlation& one : all) {
    if (one.chip != chip) continue;
    for (const CorrelatedRow& row : one.rows) {
      if (std::ranges::find(names, row.name) == names.end()) names.push_back(row.name);
    }
  }
  for (const std::string& name : names) table.rows.push_back({name});
  for (const Correlation& one : all) {
    if (one.chip != chip || one.rows.empty()) continue;
    table.columns.push_back(one.counter);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto row = std::ranges::find(one.rows, names[i], &CorrelatedRow::name);
      table.rows[i].push_back(row == one.rows.end() ? "-" : error_text(row->error()));
    }
  }
  return table;
}

std::vector<std::string> chips_of(std::span<const Correlation> all) {
  return distinct_texts(all, &Correlation::chip);
}

std::vector<FigureData> correlation_figures(std::span<const Correlation> all) {
  std::vector<FigureData> figures;
  for (const std::string& counter : distinct_texts(all, &Correlation::counter)) {
    FigureData data = figure_of(counter, all);
    if (data.points.size() >= kLeastDots) figures.push_back(std::move(data));
  }
  return figures;
}

}  // namespace heddle::study
