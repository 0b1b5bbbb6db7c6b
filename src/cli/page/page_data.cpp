#include "cli/page/page_data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/page/facts.hpp"
#include "cli/page/limits.hpp"
#include "cli/page/peaks.hpp"
#include "cli/report/comparison.hpp"
#include "cli/report/headline.hpp"
#include "cli/report/kernel_name.hpp"
#include "heddle/sim/results.hpp"
#include "heddle/sim/version.hpp"

namespace heddle::cli {
namespace {

using PageJson = nlohmann::ordered_json;

constexpr std::size_t kNameOnPage = 40;      ///< letters of a kernel's short name
constexpr std::size_t kPageKernels = 400;    ///< of all runs; those of least cycles are left out
constexpr double kExact = 9007199254740992;  ///< 2^53: whole numbers below are exact

/// Whole numbers as they are, others with six digits; null for what is no number.
PageJson shown(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kExact)
    return static_cast<std::int64_t>(value);
  return std::stod(fmt::format("{:.6g}", value));
}

PageJson extents(const Dim3& size) { return {size.x, size.y, size.z}; }

PageJson limits_json(const Facts& facts) {
  PageJson limits = PageJson::array();
  for (const Limit& limit : limits_of(facts)) {
    PageJson counters = PageJson::object();
    for (const LimitCondition& condition : limit.rule->conditions)
      counters[std::string(condition.counter)] = shown(fact(facts, condition.counter));
    limits.push_back({{"rule", limit.rule->name},
                      {"title", limit.rule->title},
                      {"share", shown(limit.share)},
                      {"sentence", limit.sentence},
                      {"counters", std::move(counters)}});
  }
  return limits;
}

PageJson rules_json() {
  PageJson rules = PageJson::array();
  for (const LimitRule& rule : limit_rules()) {
    PageJson conditions = PageJson::array();
    for (const LimitCondition& condition : rule.conditions)
      conditions.push_back(fmt::format("{} {}", condition.counter, bound_text(condition)));
    rules.push_back({{"name", rule.name},
                     {"title", rule.title},
                     {"slots", rule.slots},
                     {"conditions", std::move(conditions)}});
  }
  return rules;
}

/// Parts of histograms, which no chart of the page shows.
bool is_left_out(std::string_view name) {
  return name.find(".from_") != std::string_view::npos || name.starts_with("lanes.") ||
         name.starts_with("threads.") || name.find(".parts.") != std::string_view::npos;
}

PageJson values_json(const Facts& facts) {
  PageJson values = PageJson::object();
  for (const auto& [name, value] : facts) {
    if (value != 0 && !is_left_out(name)) values[name] = shown(value);
  }
  return values;
}

PageJson kernel_json(const sim::SavedKernel& kernel, const sim::Settings& settings) {
  const Facts facts = facts_of(kernel, settings);
  return {{"name", short_name(kernel.name, kNameOnPage)},
          {"signature", kernel.name},
          {"symbol", kernel.symbol},
          {"launches", kernel.launches},
          {"timed_launches", kernel.timed_launches},
          {"grid", extents(kernel.grid)},
          {"block", extents(kernel.block)},
          {"registers", kernel.registers},
          {"shared_bytes", kernel.shared_bytes},
          {"blocks_per_sm", kernel.blocks_per_sm},
          {"limited_by", kernel.limited_by},
          {"limits", limits_json(facts)},
          {"values", values_json(facts)}};
}

/// Those that were timed, of most cycles first.
std::vector<const sim::SavedKernel*> timed_kernels(const ComparedRun& run) {
  std::vector<const sim::SavedKernel*> kernels;
  for (const sim::SavedKernel& kernel : run.stats.kernels) {
    if (kernel.timed_launches != 0) kernels.push_back(&kernel);
  }
  std::ranges::stable_sort(kernels, std::ranges::greater{}, [](const sim::SavedKernel* kernel) {
    return sim::value_of(kernel->statistics, "cycles");
  });
  return kernels;
}

PageJson peaks_json(const Peaks& peaks) {
  PageJson units = PageJson::object();
  for (const UnitPeak& unit : peaks.units) units[unit.unit] = shown(unit.warp_instructions);
  return {{"sms", shown(peaks.sms)},
          {"warps", shown(peaks.warps)},
          {"core_mhz", shown(peaks.core_mhz)},
          {"issue", shown(peaks.issue)},
          {"units", std::move(units)},
          {"dram_gb_s", shown(peaks.dram_gb_s)},
          {"dram_sustainable_gb_s", shown(peaks.dram_sustainable_gb_s)},
          {"reply_gb_s", shown(peaks.reply_gb_s)},
          {"l1_gb_s", shown(peaks.l1_gb_s)}};
}

PageJson samples_json(const SampleTable& table) {
  if (table.rows.empty()) return nullptr;
  PageJson rows = PageJson::array();
  for (const auto& values : table.rows) {
    PageJson row = PageJson::array();
    for (const double value : values) row.push_back(shown(value));
    rows.push_back(std::move(row));
  }
  return {{"columns", table.columns},
          {"lines", table.lines},
          {"processes", table.processes},
          {"rows", std::move(rows)}};
}

PageJson blocks_json(const BlockTable& table) {
  if (table.launches.empty()) return nullptr;
  PageJson launches = PageJson::array();
  for (const LaunchBlocks& launch : table.launches) {
    PageJson resident = PageJson::array();
    for (const auto& spans : launch.resident) {
      PageJson row = PageJson::array();
      for (const double blocks : spans) row.push_back(shown(std::round(blocks * 100) / 100));
      resident.push_back(std::move(row));
    }
    launches.push_back({{"launch", launch.launch},
                        {"kernel", short_name(launch.kernel, kNameOnPage)},
                        {"blocks", launch.blocks},
                        {"cycles", launch.cycles},
                        {"resident", std::move(resident)}});
  }
  return {{"launches", std::move(launches)},
          {"all_launches", table.all_launches},
          {"processes", table.processes}};
}

PageJson headline_json(const ComparedRun& run) {
  PageJson rows = PageJson::array();
  for (const HeadlineRow& row : headline(run.stats.total, run.core_mhz()))
    rows.push_back({{"label", row.label}, {"value", row.value}});
  return rows;
}

PageJson run_json(const ReportedRun& reported, std::size_t most_kernels) {
  const ComparedRun& run = reported.run;
  const auto timed = timed_kernels(run);
  PageJson kernels = PageJson::array();
  for (std::size_t i = 0; i < std::min(timed.size(), most_kernels); ++i)
    kernels.push_back(kernel_json(*timed[i], run.settings));
  PageJson settings = PageJson::object();
  for (const auto& [key, setting] : run.settings) settings[key] = sim::to_string(setting.value);
  return {{"name", run.name},
          {"status", run.stats.status},
          {"reason", run.stats.reason},
          {"warnings", run.stats.warnings},
          {"machine", run.stats.machine},
          {"command", run.manifest.command},
          {"heddle_version", run.manifest.heddle_version},
          {"launches", run.stats.launches},
          {"headline", headline_json(run)},
          {"peaks", peaks_json(peaks_of(run.settings))},
          {"kernels_left_out", timed.size() - kernels.size()},
          {"kernels_not_timed", run.stats.kernels.size() - timed.size()},
          {"kernels", std::move(kernels)},
          {"samples", samples_json(reported.samples)},
          {"blocks", blocks_json(reported.blocks)},
          {"settings", std::move(settings)}};
}

PageJson section_json(const ComparedSection& section) {
  PageJson rows = PageJson::array();
  for (const ComparedRow& row : section.rows) {
    PageJson values = PageJson::array();
    for (const ComparedValue& value : row.runs)
      values.push_back({{"text", value.text}, {"change", value.change}});
    rows.push_back({{"label", row.label}, {"runs", std::move(values)}});
  }
  return {{"title", section.title}, {"rows", std::move(rows)}};
}

PageJson comparison_json(const std::vector<ReportedRun>& reported) {
  std::vector<ComparedRun> runs;
  for (const ReportedRun& run : reported) runs.push_back(run.run);
  const ComparedRuns comparison = compare(runs);
  PageJson kernels = PageJson::array();
  for (const ComparedKernel& kernel : comparison.kernels) {
    kernels.push_back({{"kernel", kernel.kernel},
                       {"run", kernel.run},
                       {"launches", kernel.launches},
                       {"cycles", kernel.cycles},
                       {"change", kernel.change},
                       {"share", kernel.share},
                       {"ipc", kernel.ipc}});
  }
  return {{"caveats", comparison.caveats},
          {"sections",
           {section_json(comparison.headline), section_json(comparison.stalls),
            section_json(comparison.parameters)}},
          {"kernels", std::move(kernels)},
          {"notes", comparison.kernel_notes}};
}

}  // namespace

std::string page_data(const std::vector<ReportedRun>& runs, const std::string& revision) {
  PageJson parts = PageJson::array();
  for (const SlotPart& part : kSlotParts)
    parts.push_back({{"name", part.name}, {"counter", part.counter}, {"meaning", part.sentence}});
  PageJson data = {{"kind", "runs"},        {"heddle_version", sim::version()},
                   {"revision", revision},  {"slot_parts", std::move(parts)},
                   {"rules", rules_json()}, {"runs", PageJson::array()}};
  for (const ReportedRun& run : runs)
    data["runs"].push_back(run_json(run, std::max<std::size_t>(1, kPageKernels / runs.size())));
  if (runs.size() > 1) data["comparison"] = comparison_json(runs);
  return data.dump(-1, ' ', false, PageJson::error_handler_t::replace);
}

}  // namespace heddle::cli
