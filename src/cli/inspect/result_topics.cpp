// The explanations that `heddle explain` prints for names in results: statistics, stall reasons,
// limits of a kernel, idealizations, and tables of a sweep.

#include <array>

#include "cli/inspect/row_topic.hpp"
#include "cli/inspect/tables.hpp"
#include "heddle/base/text/names_of.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "study/limits/limits.hpp"
#include "study/results/schema.hpp"
#include "study/whatif/idealizations.hpp"

namespace heddle::cli {
namespace {

std::vector<std::string> statistic_names() { return names_of(sim::all_statistics()); }

std::string statistic_text(const std::string& name, const Listener&) {
  const auto all = sim::all_statistics();
  const Statistic& statistic = *std::ranges::find(all, name, &Statistic::name);
  return fmt::format("{}: {}\n  a result{}{}, in stats.json\n", name, statistic.description,
                     statistic.unit.empty() ? "" : ", in ", statistic.unit);
}

study::Table statistics_named(const std::vector<std::string>& names) {
  return statistics_table(among(names));
}

/// The reasons are the statistics of the group `stall`.
study::Table stall_reasons() {
  constexpr std::string_view kGroup = "stall.";
  study::Table table{{"stall reason", "in the cycle", "statistic"}, {}};
  for (const Statistic& statistic : sim::all_statistics()) {
    if (!statistic.name.starts_with(kGroup)) continue;
    table.rows.push_back(
        {statistic.name.substr(kGroup.size()), statistic.description, statistic.name});
  }
  return table;
}

study::Table limits() {
  study::Table table{{"limit", "the kernel is limited by", "if"}, {}};
  for (const study::LimitRule& rule : study::limit_rules()) {
    std::string conditions;
    for (const study::LimitCondition& condition : rule.conditions)
      conditions += fmt::format("{}{} is {}", conditions.empty() ? "" : ", and ", condition.counter,
                                study::bound_text(condition));
    table.rows.push_back({std::string(rule.name), std::string(rule.title), conditions});
  }
  return table;
}

study::Table idealizations() {
  study::Table table{{"idealization", "title", "meaning", "measured by"}, {}};
  for (const study::Idealization& idealization : study::idealizations())
    table.rows.push_back({std::string(idealization.name), std::string(idealization.title),
                          std::string(idealization.meaning), "heddle whatif"});
  return table;
}

/// The tables and views, with the comments above them in the schema.
study::Table tables_of_sweeps() {
  study::Table table{{"table", "holds", "its columns"}, {}};
  const std::string schema = study::schema_text();
  std::string comment;
  for (std::size_t at = 0; at < schema.size();) {
    const std::size_t end = std::min(schema.find('\n', at), schema.size());
    const std::string_view line = std::string_view(schema).substr(at, end - at);
    at = end + 1;
    if (line.starts_with("-- ")) {
      comment += fmt::format("{}{}", comment.empty() ? "" : " ", line.substr(3));
    } else if (line.starts_with("CREATE TABLE ") || line.starts_with("CREATE VIEW ")) {
      const std::size_t begin = line.find(' ', line.find(' ') + 1) + 1;
      table.rows.push_back({std::string(line.substr(begin, line.find(' ', begin) - begin)), comment,
                            "heddle list results"});
    }
    if (line.empty()) comment.clear();
  }
  return table;
}

constexpr char kStall[] = "a reason why an issue slot did not issue, or that it issued";
constexpr char kLimit[] = "a limit of a kernel, as heddle report and heddle run name it";
constexpr char kIdealization[] = "what a run can have without cost";
constexpr char kTable[] = "a table of a sweep's results";

constexpr std::array kResultTopics = {
    Topic{"statistics", "ipc, stall, l1d.misses", statistic_names, fit_of_dotted, statistic_text,
          statistics_named},
    RowTopic<stall_reasons, kStall>::topic("stall reasons", "scoreboard_memory", fit_of_name, true),
    RowTopic<limits, kLimit>::topic("limits of kernels", "dram_bandwidth", fit_of_dotted),
    RowTopic<idealizations, kIdealization>::topic("idealizations", "banks", fit_of_name, true),
    RowTopic<tables_of_sweeps, kTable>::topic("tables of sweeps", "speedups", fit_of_name, true),
};

}  // namespace

std::span<const Topic> result_topics() { return kResultTopics; }

}  // namespace heddle::cli
