// What one grid did and cost: the counts of its kernel slot while it ran, and those of the whole
// machine over the same time.
#pragma once

#include <cstdint>

#include "heddle/base/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/counters.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::gpu {

struct GridCounters {
  Cycle started = 0, ended = 0;  ///< core cycles
  core::KernelCounters kernel;
  memory::L2Counters l2;
  memory::DramCounters dram;
  memory::CrossbarCounters requests, replies;  ///< the interconnect's two directions
  model::StallCounters stalls;                 ///< of all SMs, whichever kernel they ran
  std::uint64_t dram_peak_bytes = 0;           ///< what DRAM could have moved in that time
  std::uint32_t sms = 0;

  void describe(StatisticVisitor& visit) const;
};

/// The counts so far of one kernel slot and of the machine; a grid's are the difference of two.
GridCounters operator-(const GridCounters& later, const GridCounters& earlier);

}  // namespace heddle::gpu
