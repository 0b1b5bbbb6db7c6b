#include "study/runs/headline.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::study {
namespace {

using sim::value_of;

constexpr std::string_view kStall = "stall.", kEnergy = "energy.";
constexpr double kVisibleEnergy = 0.01;  ///< least share of a component that is shown

HeadlineRow count(std::string label, double value, std::string_view unit) {
  return {std::move(label), format_count(static_cast<std::uint64_t>(value)), value, unit};
}

HeadlineRow share(std::string label, double part, double whole, Better better = Better::neither) {
  const double percent = whole == 0 ? 0 : 100 * part / whole;
  return {.label = std::move(label),
          .value = whole == 0 ? "-" : fmt::format("{:.1f}%", percent),
          .number = percent,
          .unit = "%",
          .change = ChangeForm::points,
          .better = better};
}

std::string time_of(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

/// The value with two, one or no decimals, so that values up to 999 have three digits.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string energy_of(double joules) {
  if (joules < 1e-3) return three_digits(joules * 1e6) + " uJ";
  if (joules < 1) return three_digits(joules * 1e3) + " mJ";
  return three_digits(joules) + " J";
}

}  // namespace

std::vector<HeadlineRow> headline(const std::vector<Statistic>& total, double core_mhz) {
  const auto value = [&](const char* name) { return value_of(total, name); };
  const double cycles = value("cycles"), instructions = value("warp_instructions");
  const double l1_loads = value("l1d.hits") + value("l1d.misses") + value("l1d.merges");
  const double l2 = value("l2.loads") + value("l2.stores") + value("l2.atomics");
  const double seconds = cycles / (core_mhz * 1e6);
  const double bandwidth = seconds == 0 ? 0 : value("dram.bytes") / seconds / 1e9;
  const double ipc = cycles == 0 ? 0 : instructions / cycles;
  const double energy = value("energy.total"), power = value("energy.average_power");
  return {
      {"cycles", format_count(static_cast<std::uint64_t>(cycles)), cycles, "cycles",
       ChangeForm::speed, Better::less},
      {"time on the machine", time_of(seconds), seconds, "s", ChangeForm::speed, Better::less},
      count("warp instructions", instructions, "instructions"),
      {"IPC (warp)", cycles == 0 ? "-" : fmt::format("{:.2f}", ipc), ipc, "instructions/cycle",
       ChangeForm::percent, Better::more},
      share("lanes active", value("thread_instructions"), 32 * instructions, Better::more),
      share("L1D load hits", value("l1d.hits"), l1_loads, Better::more),
      count("L1D loads", l1_loads, "accesses"),
      share("L2 hits", value("l2.hits"), l2),
      count("L2 requests", l2, "requests"),
      {"DRAM", fmt::format("{:.1f} GB/s", bandwidth), bandwidth, "GB/s"},
      share("DRAM of peak", value("dram.utilization"), 1),
      count("shared accesses", value("shared.accesses"), "accesses"),
      {"energy", energy_of(energy), energy, "J", ChangeForm::percent, Better::less},
      {"average power", fmt::format("{:.1f} W", power), power, "W"},
  };
}

std::vector<HeadlineRow> slot_shares(const std::vector<Statistic>& total) {
  double all = 0;
  for (const Statistic& statistic : total) {
    if (statistic.name.starts_with(kStall)) all += statistic.value;
  }
  std::vector<HeadlineRow> rows;
  for (const Statistic& statistic : total) {
    if (statistic.name.starts_with(kStall))
      rows.push_back(share(statistic.name.substr(kStall.size()), statistic.value, all));
  }
  return rows;
}

std::vector<HeadlineRow> issue_slots(const std::vector<Statistic>& total) {
  std::vector<HeadlineRow> rows = slot_shares(total);
  std::erase_if(rows, [](const HeadlineRow& row) { return row.number < kVisiblePercent; });
  std::ranges::stable_sort(rows, std::ranges::greater{}, &HeadlineRow::number);
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
    rows.push_back(share(component->name.substr(kEnergy.size()), component->value, all));
  return rows;
}

}  // namespace heddle::study
