#include "study/gpgpusim/statistics/statistic_lines.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include <fmt/args.h>
#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"
#include "study/formulas/formula.hpp"
#include "study/gpgpusim/statistics/statistic_table.hpp"

namespace heddle::study::gpgpusim {
namespace {

std::string with_number(std::string_view text, unsigned number) {
  std::string out;
  for (const char c : text) out += c == '#' ? std::to_string(number) : std::string(1, c);
  return out;
}

/// The line with the name and its values; "" if one of them is no finite number.
std::string line_of(std::string_view line, std::string_view name, std::string_view formulas,
                    const Lookup& lookup) {
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  if (!formulas.empty()) {
    for (const std::string& formula : split_at(formulas, ';')) {
      const double value = evaluate(formula, lookup);
      if (!std::isfinite(value)) return "";
      values.push_back(value);
    }
  }
  values.push_back(fmt::arg("name", name));
  return fmt::vformat(line, values);
}

std::string lines_of(const StatisticRow& row, const Lookup& lookup) {
  std::string text;
  if (!row.needs.empty() && lookup(std::string(row.needs)) == 0) return text;
  for (unsigned i = 1; i <= row.repeat; ++i)
    text += line_of(with_number(row.line, i), row.name, with_number(row.formula, i), lookup);
  return text;
}

/// The parameters that formulas name.
std::map<std::string, double> named_parameters(const sim::Configuration& configuration) {
  std::set<std::string> named;
  for (const StatisticRow& row : statistic_rows()) {
    named.emplace(row.needs);
    if (row.formula.empty()) continue;
    for (const std::string& formula : split_at(with_number(row.formula, 1), ';'))
      for (const std::string& name : names_in(formula)) named.insert(name);
  }
  std::map<std::string, double> values;
  for (const sim::ParameterRow& row : configuration.rows()) {
    if (!named.contains(row.key)) continue;
    if (const auto* whole = std::get_if<std::int64_t>(&row.value))
      values[row.key] = static_cast<double>(*whole);
    else if (const auto* number = std::get_if<double>(&row.value))
      values[row.key] = *number;
    else if (const auto* flag = std::get_if<bool>(&row.value))
      values[row.key] = *flag ? 1 : 0;
  }
  return values;
}

/// The parts of a time, in whole seconds.
std::map<std::string, double> host_values(double wall_seconds) {
  const double seconds = std::max(1.0, std::floor(wall_seconds));
  const double minutes = std::floor(seconds / 60), hours = std::floor(minutes / 60);
  const double days = std::floor(hours / 24);
  return {{"host.seconds", seconds},
          {"host.days", days},
          {"host.hours", hours - 24 * days},
          {"host.minutes", minutes - 60 * hours},
          {"host.rest", seconds - 60 * minutes}};
}

double value_in(const std::map<std::string, double>& values, const std::string& name,
                const std::vector<Statistic>& statistics) {
  const auto at = values.find(name);
  return at == values.end() ? sim::value_of(statistics, name) : at->second;
}

}  // namespace

StatisticLines::StatisticLines(const sim::Configuration& configuration)
    : parameters_(named_parameters(configuration)) {}

std::string StatisticLines::add(const sim::LaunchRecord& launch, std::size_t process) {
  total_.add(launch, process);
  ++launches_;
  if (!launch.timed) return "";
  std::map<std::string, double> values = parameters_;
  values["launch.number"] = static_cast<double>(launches_);
  values["launch.stream"] = static_cast<double>(launch.stream);
  std::string text = fmt::format("kernel_name = {} \n", launch.kernel);
  for (const StatisticRow& row : statistic_rows()) {
    if (row.scope == Scope::lacking || row.scope == Scope::run) continue;
    const auto& statistics = row.scope == Scope::launch ? launch.statistics : total_.total;
    text +=
        lines_of(row, [&](const std::string& name) { return value_in(values, name, statistics); });
  }
  return text + "\n";
}

std::string StatisticLines::end(const RunFacts& facts) {
  if (total_.timed_launches == 0) return "";
  std::map<std::string, double> values = parameters_;
  values.merge(host_values(facts.wall_seconds));
  std::string text;
  for (const StatisticRow& row : statistic_rows()) {
    if (row.scope != Scope::run || (row.formula.empty() && !facts.complete)) continue;
    text += lines_of(row,
                     [&](const std::string& name) { return value_in(values, name, total_.total); });
  }
  return text;
}

void print_statistics(const std::filesystem::path& run_folder,
                      const sim::Configuration& configuration, const RunFacts& facts,
                      const std::function<void(std::string_view)>& print) {
  StatisticLines lines(configuration);
  sim::visit_launches(run_folder, [&](std::size_t process, const sim::LaunchRecord& launch) {
    if (const std::string text = lines.add(launch, process); !text.empty()) print(text);
  });
  print(lines.end(facts));
}

}  // namespace heddle::study::gpgpusim
