#include "study/page/page_json.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "heddle/sim/output/version.hpp"
#include "heddle/sim/records/results.hpp"
#include "study/limits/facts.hpp"
#include "study/limits/limits.hpp"
#include "study/runs/headline.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::study {
namespace {

/// 2^53; a double represents all smaller whole numbers exactly.
constexpr double kExact = 9007199254740992;

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
                      {"mended_by", limit.rule->mended_by},
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
                     {"margin", rule.margin},
                     {"conditions", std::move(conditions)}});
  }
  return rules;
}

/// Whether the value is part of a histogram. No chart of the page shows histograms.
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

}  // namespace

PageJson shown(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kExact)
    return static_cast<std::int64_t>(value);
  return std::stod(fmt::format("{:.6g}", value));
}

PageJson page_head(const std::string& kind, const std::string& revision) {
  PageJson parts = PageJson::array();
  for (const SlotPart& part : kSlotParts)
    parts.push_back({{"name", part.name}, {"counter", part.counter}, {"meaning", part.sentence}});
  return {{"kind", kind},
          {"heddle_version", sim::version()},
          {"revision", revision},
          {"slot_parts", std::move(parts)},
          {"rules", rules_json()}};
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

std::vector<const sim::SavedKernel*> timed_kernels(const std::vector<sim::SavedKernel>& kernels) {
  std::vector<const sim::SavedKernel*> timed;
  for (const sim::SavedKernel& kernel : kernels) {
    if (kernel.timed_launches != 0) timed.push_back(&kernel);
  }
  std::ranges::stable_sort(timed, std::ranges::greater{}, [](const sim::SavedKernel* kernel) {
    return sim::value_of(kernel->statistics, "cycles");
  });
  return timed;
}

PageJson headline_json(const std::vector<Statistic>& total, double core_mhz) {
  PageJson rows = PageJson::array();
  for (const HeadlineRow& row : headline(total, core_mhz))
    rows.push_back({{"label", row.label}, {"value", row.value}});
  return rows;
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
  PageJson running = PageJson::array();
  for (const double cycles : table.running) running.push_back(shown(cycles));
  return {{"columns", table.columns},
          {"running", std::move(running)},
          {"lines", table.lines},
          {"processes", table.processes},
          {"rows", std::move(rows)}};
}

std::string page_text(const PageJson& data) {
  return data.dump(-1, ' ', false, PageJson::error_handler_t::replace);
}

}  // namespace heddle::study
