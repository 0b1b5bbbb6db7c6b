// Metrics of programs that share a GPU: the slowdown of each program, and the speed-up of all
// programs together.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::sim {

/// A program's speed, in any unit, while it shared the GPU and while it was alone.
struct SharedSpeed {
  double shared = 0, alone = 0;

  /// Whether the program made no progress while it shared the GPU.
  bool starved() const { return shared == 0; }
  /// The speed alone divided by the shared speed; infinite for a program that starved.
  double slowdown() const {
    return starved() ? std::numeric_limits<double>::infinity() : alone / shared;
  }
  double speedup() const { return alone == 0 ? 0 : shared / alone; }
};

struct CorunMetrics {
  double harmonic = 0;  ///< harmonic mean of the speed-ups
  double weighted = 0;  ///< sum of the speed-ups
  /// Mean of the slowdowns (average normalised turnaround time); infinite if a program starved.
  double antt = 0;
  double fairness = 0;   ///< smallest speed-up divided by the largest
  unsigned starved = 0;  ///< number of starved programs
};

/// Computes the metrics. If a program starved, the harmonic mean and the fairness are 0. If the
/// speed of a program alone is 0, all metrics are 0.
CorunMetrics corun_metrics(std::span<const SharedSpeed> speeds);

/// Returns the number of cycles that a program needs alone to issue `instructions` warp
/// instructions. `progress`: points (cycle, instructions) of its run alone, both counted from the
/// run's first cycle. Beyond the last point, the average rate up to the last point is assumed.
double cycles_alone(std::span<const std::pair<Cycle, std::uint64_t>> progress,
                    std::uint64_t instructions);

}  // namespace heddle::sim
