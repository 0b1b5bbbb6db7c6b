#include "cli/report/headline.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "heddle/base/quantity.hpp"
#include "heddle/sim/results.hpp"

namespace heddle::cli {
namespace {

using sim::value_of;

constexpr std::string_view kStall = "stall.", kEnergy = "energy.";
constexpr double kVisibleEnergy = 0.01;  ///< least share of a component that is shown
constexpr double kVisible = 0.0005;      ///< least share that is shown

std::string count(double value) { return format_count(static_cast<std::uint64_t>(value)); }

std::string share(double part, double whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}%", 100 * part / whole);
}

std::string time_of(double cycles, double core_mhz) {
  const double seconds = cycles / (core_mhz * 1e6);
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string energy_of(double joules) {
  if (joules < 1e-3) return fmt::format("{:.3g} uJ", joules * 1e6);
  if (joules < 1) return fmt::format("{:.3g} mJ", joules * 1e3);
  return fmt::format("{:.4g} J", joules);
}

}  // namespace

std::vector<HeadlineRow> headline(const std::vector<Statistic>& total, double core_mhz) {
  const auto value = [&](const char* name) { return value_of(total, name); };
  const double cycles = value("cycles"), instructions = value("warp_instructions");
  const double l1_loads = value("l1d.hits") + value("l1d.misses") + value("l1d.merges");
  const double l2 = value("l2.loads") + value("l2.stores") + value("l2.atomics");
  const double seconds = cycles / (core_mhz * 1e6);
  const double bandwidth = seconds == 0 ? 0 : value("dram.bytes") / seconds / 1e9;
  return {
      {"cycles", count(cycles)},
      {"time on the machine", time_of(cycles, core_mhz)},
      {"warp instructions", count(instructions)},
      {"IPC (warp)", cycles == 0 ? "-" : fmt::format("{:.2f}", instructions / cycles)},
      {"lanes active", share(value("thread_instructions"), 32 * instructions)},
      {"L1D load hits", share(value("l1d.hits"), l1_loads)},
      {"L1D loads", count(l1_loads)},
      {"L2 hits", share(value("l2.hits"), l2)},
      {"L2 requests", count(l2)},
      {"DRAM", fmt::format("{:.1f} GB/s", bandwidth)},
      {"DRAM of peak", fmt::format("{:.1f}%", 100 * value("dram.utilization"))},
      {"shared accesses", count(value("shared.accesses"))},
      {"energy", energy_of(value("energy.total"))},
      {"average power", fmt::format("{:.1f} W", value("energy.average_power"))},
  };
}

std::vector<HeadlineRow> issue_slots(const std::vector<Statistic>& total) {
  std::vector<std::pair<double, std::string>> reasons;
  double all = 0;
  for (const Statistic& statistic : total) {
    if (!statistic.name.starts_with(kStall)) continue;
    reasons.emplace_back(statistic.value, statistic.name.substr(kStall.size()));
    all += statistic.value;
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<HeadlineRow> rows;
  for (const auto& [cycles, name] : reasons) {
    if (cycles >= kVisible * all && cycles > 0) rows.push_back({name, share(cycles, all)});
  }
  return rows;
}

std::vector<HeadlineRow> energy_components(const std::vector<Statistic>& total) {
  const double all = value_of(total, "energy.total");
  std::vector<const Statistic*> components;
  for (const Statistic& statistic : total) {
    const bool is_sum = statistic.name == "energy.total" || statistic.name == "energy.dynamic";
    if (!statistic.name.starts_with(kEnergy) || statistic.unit != "J" || is_sum) continue;
    if (statistic.value > 0 && statistic.value >= kVisibleEnergy * all)
      components.push_back(&statistic);
  }
  std::ranges::stable_sort(components, std::ranges::greater{}, &Statistic::value);
  std::vector<HeadlineRow> rows;
  for (const Statistic* component : components)
    rows.push_back({component->name.substr(kEnergy.size()), share(component->value, all)});
  return rows;
}

}  // namespace heddle::cli
