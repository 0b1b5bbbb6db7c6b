// What sharing a GPU has cost each program, and what it was worth for all of them.
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

  /// It has done nothing while it shared the GPU.
  bool starved() const { return shared == 0; }
  /// Infinite for a program that starved.
  double slowdown() const {
    return starved() ? std::numeric_limits<double>::infinity() : alone / shared;
  }
  double speedup() const { return alone == 0 ? 0 : shared / alone; }
};

struct CorunMetrics {
  double harmonic = 0;  ///< harmonic mean of the speed-ups
  double weighted = 0;  ///< their sum
  /// Mean of the slowdowns: average normalised turnaround time. Infinite if a program starved.
  double antt = 0;
  double fairness = 0;   ///< the smallest speed-up over the largest
  unsigned starved = 0;  ///< programs
};

/// Where a program starved the harmonic mean and the fairness are 0. Nothing but zeros if a speed
/// alone is 0.
CorunMetrics corun_metrics(std::span<const SharedSpeed> speeds);

/// The cycles in which a program that is alone issues so many instructions, by the points of its
/// progress, from the first of its cycles on; beyond the last point at the pace up to there.
double cycles_alone(std::span<const std::pair<Cycle, std::uint64_t>> progress,
                    std::uint64_t instructions);

}  // namespace heddle::sim
