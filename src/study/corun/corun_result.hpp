// The results of `heddle corun`: by program, and of all together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/sim/corun/corun_metrics.hpp"
#include "heddle/sim/corun/corun_run.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

struct ProgramResult {
  std::string name;
  sim::TenantOutcome outcome;
  /// Warp instructions of the GPU in a cycle, of the program alone, over as many instructions as it
  /// did here; nothing: not known.
  std::optional<double> alone_ipc;

  /// It has executed nothing here.
  bool starved() const { return outcome.warp_instructions == 0; }
  /// Infinite if it starved; nothing: the speed alone is not known.
  std::optional<double> slowdown() const;
};

/// Of what its caches were asked for, and of what interconnect and DRAM could carry in its time.
struct ProgramShares {
  double l1_hits = 0, l2_misses = 0, interconnect = 0, dram = 0;
};
ProgramShares shares_of(const sim::TenantOutcome& outcome, const sim::Configuration& configuration);

struct CorunResult {
  std::string policy;
  Cycle cycles = 0;   ///< that the run lasted
  Cycle sampled = 0;  ///< of them those in which the policy sampled, and had not chosen
  std::vector<ProgramResult> programs;

  /// Nothing: some program's slowdown is not known.
  std::optional<sim::CorunMetrics> metrics() const;
};

std::string corun_text(const CorunResult& result, const sim::Configuration& configuration);
std::string corun_json(const CorunResult& result, const sim::Configuration& configuration);

}  // namespace heddle::study
