// What one launch of a kernel did and cost, as results show it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/statistic.hpp"
#include "heddle/base/types.hpp"

namespace heddle::sim {

/// Cycles of a launch's time that no launch recorded before it covers: of the process, of its
/// kernel, of its stream. Added up they are the time in which any launch of these ran.
struct OwnTime {
  Cycle process = 0, kernel = 0, stream = 0;

  OwnTime& operator+=(const OwnTime& other) {
    process += other.process;
    kernel += other.kernel;
    stream += other.stream;
    return *this;
  }
};

struct LaunchRecord {
  std::uint64_t grid = 0;  ///< counts launches of the device from 0
  std::string kernel;
  std::uint64_t stream = 0;
  Dim3 grid_size, block_size;
  std::uint32_t registers = 0, shared_bytes = 0;  ///< a thread's, a block's
  std::uint32_t counted_registers = 0;            ///< more than it has where no block would fit
  std::uint32_t blocks_per_sm = 0;                ///< that fit on an empty SM
  std::string limited_by;                         ///< what more blocks would lack
  bool timed = false;                             ///< false: ran functionally only
  bool complete = false;                          ///< false: the run was stopped before its end
  Cycle started = 0, ended = 0;
  OwnTime own_time;
  std::uint64_t launches = 1;  ///< more: several of one kernel and stream, added up
  std::vector<Statistic> statistics;
  std::vector<std::vector<Statistic>> sms;  ///< the same of each SM; empty unless asked for
};

/// The launch's shape and resources, for the sum of launches of its kernel: those of the last one.
/// The registers of one that had fewer than are counted outlast those of launches that had all.
template <typename Sum>
void take_shape(Sum& sum, const LaunchRecord& launch) {
  sum.grid_size = launch.grid_size;
  sum.block_size = launch.block_size;
  sum.shared_bytes = launch.shared_bytes;
  sum.blocks_per_sm = launch.blocks_per_sm;
  sum.limited_by = launch.limited_by;
  const bool was_fitted = sum.registers < sum.counted_registers;
  if (was_fitted && launch.registers >= launch.counted_registers) return;
  sum.registers = launch.registers;
  sum.counted_registers = launch.counted_registers;
}

}  // namespace heddle::sim
