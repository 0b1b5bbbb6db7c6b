// What one grid did and cost: the counts of its kernel slot while it ran, and what the machine
// could have done in that time.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/energy/breakdown.hpp"
#include "heddle/gpu/accounts/block_facts.hpp"
#include "heddle/gpu/accounts/capacity.hpp"
#include "heddle/gpu/accounts/utilization_class.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/model/stall.hpp"
#include "heddle/policy/residency/kernel_window.hpp"
#include "heddle/probe/counts.hpp"

namespace heddle::gpu {

/// What one SM did for the grid, and the cycles of its scheduler slots that were the grid's.
struct SmCounters {
  core::KernelCounters kernel;
  core::LifetimeExtremes lifetimes;
  core::ResidencyCounters residency;
  std::vector<model::StallCounters> slots;
  probe::CountsList probes;  ///< of the probes' parts on the SM

  void describe(StatisticVisitor& visit) const;
};

struct GridCounters {
  Cycle started = 0, ended = 0;  ///< core cycles
  BlockFacts block;
  core::KernelCounters kernel;
  core::ScalarCounters scalars;  ///< a part of `kernel`
  core::LifetimeExtremes lifetimes;
  core::ResidencyCounters residency;
  core::ExchangeCounts exchanges;
  core::ContextCounts contexts;
  probe::CountsList probes;
  memory::L2Counters l2;
  memory::DramCounters dram;
  memory::CrossbarCounters requests, replies;  ///< the interconnect's two directions
  model::StallCounters stalls;                 ///< slot-cycles of all SMs that were the grid's
  Capacity capacity;                           ///< what the machine could have done in that time
  energy::Breakdown energy;                    ///< what all of that took, and the time
  std::vector<SmCounters> each_sm;             ///< by SM; empty unless asked for

  void describe(StatisticVisitor& visit) const;
  Utilization utilization() const;
  policy::Meters meters() const;
  /// Slot-cycles without a warp up to `other` are not this grid's.
  void disown_empty(const GridCounters& other);

 private:
  void describe_residency(StatisticVisitor& visit) const;
  void describe_utilization(StatisticVisitor& visit) const;
  void describe_class(StatisticVisitor& visit) const;
};

/// The counts so far of one kernel slot and of the machine; a grid's are the difference of two.
/// Extremes and capacity stay those of `later`. SMs are told apart only if `earlier` tells them
/// apart.
GridCounters operator-(const GridCounters& later, const GridCounters& earlier);

}  // namespace heddle::gpu
