// The results of `heddle corun`: for each program, and for all programs together.
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
  /// Warp instructions per cycle of the GPU while the program runs alone, until it has executed as
  /// many instructions as in the shared run. nullopt: unknown.
  std::optional<double> alone_ipc;

  /// Whether the program executed no instruction in the shared run.
  bool starved() const { return outcome.warp_instructions == 0; }
  /// Speed alone over speed in the shared run; infinite if the program starved. nullopt if the
  /// speed alone is unknown.
  std::optional<double> slowdown() const;
};

/// How much a program uses the memory system; values from 0 to 1. L1 hits and L2 misses are shares
/// of the program's accesses. Replies and DRAM transfers are shares of the peak during the
/// program's time.
struct ProgramShares {
  double l1_hits = 0, l2_misses = 0, interconnect = 0, dram = 0;
};
ProgramShares shares_of(const sim::TenantOutcome& outcome, const sim::Configuration& configuration);

struct CorunResult {
  std::string policy;
  Cycle cycles = 0;   ///< duration of the run
  Cycle sampled = 0;  ///< number of cycles in which the sharing policy sampled
  std::vector<ProgramResult> programs;

  /// None if the slowdown of a program is unknown.
  std::optional<sim::CorunMetrics> metrics() const;
};

std::string corun_text(const CorunResult& result, const sim::Configuration& configuration);
std::string corun_json(const CorunResult& result, const sim::Configuration& configuration);

}  // namespace heddle::study
