// Counters of the memory system. Each kernel slot has its own set, and so has the traffic of saved
// contexts.
#pragma once

#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"

namespace heddle::memory {

struct L2Counters : Counts<L2Counters> {
  std::uint64_t loads = 0, stores = 0, atomics = 0;
  std::uint64_t hits = 0, misses = 0, merges = 0, store_misses = 0, write_backs = 0;
  std::uint64_t sectors_read = 0,
                /// Sectors that requests read, and sectors that requests write. The sectors of an
                /// atomic count in both.
      sectors_written = 0;
  std::uint64_t sectors_filled = 0, sectors_written_back = 0;
  std::uint64_t reply_flits = 0;  ///< flits that have left the slices' ports to the interconnect

  void describe(StatisticVisitor& visit) const;
};

/// Counters of one direction of the interconnect.
struct CrossbarCounters : Counts<CrossbarCounters> {
  std::uint64_t packets = 0, flits = 0;

  void describe(StatisticVisitor& visit) const;
};

struct DramCounters : Counts<DramCounters> {
  std::uint64_t reads = 0, writes = 0, activates = 0, bytes = 0;
  std::uint64_t read_bursts = 0, write_bursts = 0;

  void describe(StatisticVisitor& visit) const;
};

/// Counters of all partitions and both directions of the interconnect.
struct MemoryCounters : Counts<MemoryCounters> {
  L2Counters l2;
  DramCounters dram;
  CrossbarCounters requests, replies;
};

}  // namespace heddle::memory
