// The counters of one grid: the counts of its kernel slot while the grid ran, and the machine's
// capacity in the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/statistics/counts.hpp"
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

/// Counts of one SM for the grid, and the cycles of the SM's issue slots that belong to the grid.
struct SmCounters {
  core::KernelCounters kernel;
  core::LifetimeExtremes lifetimes;
  core::ResidencyCounters residency;
  std::vector<model::StallCounters> slots;
  probe::CountsList probes;  ///< what the probes counted on this SM for the grid

  void describe(StatisticVisitor& visit) const;
};

/// What the SMs count for a kernel slot: the counts of one SM, or their sums over SMs. All of them
/// only grow with time. A new group of counts is a member here, read in SmSums.
struct SmShare : Counts<SmShare> {
  core::KernelCounters kernel;
  core::ScalarCounters scalars;  ///< counts of scalar instructions, which `kernel` contains as well
  core::ResidencyCounters residency;
  core::ExchangeCounts exchanges;
  core::ContextCounts contexts;
  model::StallCounters stalls;  ///< slot-cycles that belong to the grid
};

struct GridCounters : SmShare {
  Cycle started = 0, ended = 0;  ///< core cycles
  BlockFacts block;
  core::LifetimeExtremes lifetimes;
  probe::CountsList probes;
  memory::L2Counters l2;
  memory::DramCounters dram;
  memory::CrossbarCounters requests, replies;  ///< packets and flits in the interconnect's two
                                               ///< directions
  Capacity capacity;                           ///< the machine's capacity in the grid's time
  energy::Breakdown energy;         ///< energy of the counted events and of the grid's time
  std::vector<SmCounters> each_sm;  ///< by SM; empty unless asked for

  void describe(StatisticVisitor& visit) const;
  Utilization utilization() const;
  policy::Meters meters() const;
  /// Called for the snapshot at a grid's start. Replaces the snapshot's counts of slot-cycles
  /// without a warp by the counts of the later snapshot `other`. The grid's counters then leave out
  /// such cycles before `other`, because they belong to another grid.
  void disown_empty(const GridCounters& other);

 private:
  void describe_residency(StatisticVisitor& visit) const;
  void describe_utilization(StatisticVisitor& visit) const;
  void describe_class(StatisticVisitor& visit) const;
};

/// Subtracts two snapshots of one kernel slot. The difference is the counters of a grid. Minima,
/// maxima and capacity are the values of `later`. The difference has counts of each SM only if
/// `earlier` has such counts.
GridCounters operator-(const GridCounters& later, const GridCounters& earlier);

}  // namespace heddle::gpu
