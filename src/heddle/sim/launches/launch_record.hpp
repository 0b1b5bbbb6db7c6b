// The result of one launch of a kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"

namespace heddle::sim {

/// The number of cycles of a launch in which no earlier recorded launch ran. The members take into
/// account all launches of the process, only the launches of the same kernel, and only the launches
/// of the same stream. The sum of a member over launches is the time in which at least one of these
/// launches ran.
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
  std::uint64_t grid = 0;  ///< number of the launch on the device, from 0
  /// Number of the launch whose thread launched this one; in a sum, that of the first launch.
  std::optional<std::uint64_t> parent;
  std::string kernel;
  std::uint64_t stream = 0;
  Dim3 grid_size, block_size;
  std::uint32_t registers = 0, shared_bytes = 0;  ///< registers of a thread; bytes of shared memory
                                                  ///< of a block
  std::uint32_t counted_registers = 0;  ///< registers of a thread as the compiler counted them;
                                        ///< `registers` is lower if no block fits with this number
  std::uint32_t blocks_per_sm = 0;      ///< number of blocks that fit on an empty SM
  std::string limited_by;               ///< all resources that limit blocks_per_sm
  bool timed = false;                   ///< false: the launch was only computed
  bool complete = false;                ///< false: the run was stopped before its end
  Cycle started = 0, ended = 0;
  OwnTime own_time;
  std::uint64_t launches_by_kernels = 0;  ///< 1 if a kernel launched it; the number in a sum
  std::uint64_t launches = 1;  ///< more than 1: the record is a sum over launches of one kernel and
                               ///< stream
  std::vector<Statistic> statistics;
  std::vector<std::vector<Statistic>> sms;  ///< statistics by SM; empty without run.stats_sms
};

/// Copies a launch's shape and resources into the sum over its kernel's launches. The sum thus
/// shows the last launch, with one exception: if some launch had fewer registers than were counted,
/// the sum keeps the register numbers of the last such launch.
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
