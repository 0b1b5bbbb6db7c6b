#include "study/whatif/computed_gains.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "heddle/sim/records/results.hpp"
#include "study/limits/facts.hpp"
#include "study/runs/source_table.hpp"
#include "study/whatif/even_ends.hpp"

namespace heddle::study {
namespace {

constexpr double kWarpLanes = 32;

/// Calls `saved(kernel)` for each timed kernel. The result is the kernel's cycles without the saved
/// ones.
template <typename Saved>
std::vector<WhatifKernel> without(const RecordedRun& run, Saved&& saved) {
  std::vector<WhatifKernel> kernels;
  for (const sim::SavedKernel& kernel : run.stats.kernels) {
    if (kernel.timed_launches == 0) continue;
    const double cycles = sim::value_of(kernel.statistics, "cycles");
    kernels.push_back({kernel.name, cycles - std::clamp(saved(kernel), 0.0, cycles)});
  }
  return kernels;
}

/// The greatest share of its peak at which a part of the memory system works.
double busiest_memory(const Facts& facts) {
  double most = 0;
  for (const char* part : {"l1d.utilization", "shared.utilization", "l2.utilization",
                           "dram.utilization", "noc.reply_utilization", "noc.request_utilization"})
    most = std::max(most, fact(facts, part));
  return most;
}

/// The greatest share of its peak at which any part of the machine works.
double busiest(const Facts& facts) {
  double most = std::max(busiest_memory(facts),
                         fact(facts, "slots.useful") + fact(facts, "slots.lost_lanes"));
  for (const auto& [name, value] : facts)
    if (name.starts_with("unit.")) most = std::max(most, value);
  return std::min(most, 1.0);
}

std::vector<WhatifKernel> even_ends(const RecordedRun& run) {
  const auto sms = static_cast<std::uint64_t>(number_of(run.settings, "sm.count", 1));
  const std::map<std::string, double> saved = saved_by_even_ends(run.folder, sms);
  return without(run, [&](const sim::SavedKernel& kernel) {
    const auto found = saved.find(kernel.name);
    return found == saved.end() ? 0.0 : found->second;
  });
}

/// The share of a kernel's warp cycles that warps wait at barriers, by the kernel's symbol.
std::map<std::string, double> shares_at_barriers(const std::filesystem::path& folder) {
  const SourceTable table = read_source_lines(folder);
  const auto reason = std::ranges::find(table.reasons, "barrier");
  std::map<std::string, double> all, waiting;
  for (const SourceRow& row : table.rows) {
    all[row.kernel] += static_cast<double>(row.warps);
    if (reason != table.reasons.end()) {
      const auto index = static_cast<std::size_t>(reason - table.reasons.begin());
      waiting[row.kernel] += static_cast<double>(row.reasons[index]);
    }
  }
  for (auto& [kernel, warps] : waiting) warps = all[kernel] == 0 ? 0 : warps / all[kernel];
  return waiting;
}

std::vector<WhatifKernel> free_barriers(const RecordedRun& run) {
  const std::map<std::string, double> waiting = shares_at_barriers(run.folder);
  return without(run, [&](const sim::SavedKernel& kernel) {
    const Facts facts = facts_of(kernel, run.settings);
    const auto found = waiting.find(kernel.symbol);
    const double share = found == waiting.end() ? 0.0 : found->second;
    return fact(facts, "cycles") *
           std::min(share * (1 - fact(facts, "slots.empty")), 1 - busiest(facts));
  });
}

std::vector<WhatifKernel> full_lanes(const RecordedRun& run) {
  return without(run, [&](const sim::SavedKernel& kernel) {
    const Facts facts = facts_of(kernel, run.settings);
    const double threads = static_cast<double>(kernel.block.x) * kernel.block.y * kernel.block.z;
    const double lanes = kWarpLanes * std::ceil(threads / kWarpLanes);
    const double lost = 1 - fact(facts, "simd_efficiency") * lanes / std::max(1.0, threads);
    const double waits = fact(facts, "slots.compute") + fact(facts, "slots.memory");
    return fact(facts, "cycles") *
           std::min(fact(facts, "slots.lost_lanes") + lost * waits, 1 - busiest_memory(facts));
  });
}

constexpr ComputedGain kGains[] = {
    {"ends", "SMs that are full to the end",
     "the kernel's instructions at the rate of those SMs that have all their blocks", even_ends},
    {"barriers", "barriers at which no warp waits",
     "without the share of their time that warps wait at barriers; at least the time of the "
     "busiest unit",
     free_barriers},
    {"divergence", "lanes without divergence",
     "without the issue slots of lanes that wait for other paths of their warps, and without their "
     "share of the waits for results; at least the time of the busiest part of the memory system",
     full_lanes},
};

}  // namespace

std::span<const ComputedGain> computed_gains() { return kGains; }

std::vector<std::string> recording_settings() {
  return {"run.blocks=true", "run.warps=true", "run.source_lines=101"};
}

}  // namespace heddle::study
