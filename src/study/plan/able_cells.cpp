#include "study/plan/able_cells.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "heddle/base/error.hpp"
#include "study/plan/configurations.hpp"

namespace heddle::study {
namespace {

double number_of(const sim::SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* number = std::get_if<double>(&value);
  return number == nullptr ? 0 : *number;
}

bool is_for_times(const std::string& key) { return key.starts_with("execution."); }

}  // namespace

std::string lacking(const Needs& needs, const sim::Configuration& configuration) {
  const std::vector<sim::ParameterRow> rows = configuration.rows();
  for (const Needs::Least& least : needs.least()) {
    const auto row = std::ranges::find(rows, least.key, &sim::ParameterRow::key);
    if (row == rows.end()) fail("a workload needs '{}', which is no parameter", least.key);
    if (configuration.run.timing == sim::Timing::none && is_for_times(least.key)) continue;
    const double value = number_of(row->value);
    if (value < least.value) {
      return fmt::format("{} is {}, and not {} or more", least.key, value, least.value);
    }
  }
  return "";
}

std::vector<std::string> leave_out_unable(std::vector<Cell>& cells,
                                          const std::filesystem::path& folder) {
  std::map<std::vector<std::string>, std::string> known;  // by workload, machine and settings
  std::vector<std::string> lines;
  std::erase_if(cells, [&](const Cell& cell) {
    if (cell.needs == nullptr) return false;
    std::vector<std::string> key = {cell.workload, cell.machine};
    key.insert(key.end(), cell.assignments.begin(), cell.assignments.end());
    const auto [found, is_new] = known.emplace(std::move(key), "");
    if (is_new) found->second = lacking(*cell.needs, configuration_of(cell, folder));
    if (found->second.empty()) return false;
    std::string line = fmt::format("{} on {}: {}", cell.workload, cell.machine, found->second);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    return true;
  });
  return lines;
}

}  // namespace heddle::study
