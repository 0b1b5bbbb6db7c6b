// Blocks whose threads wait for the grids that the block has launched. The warps of such a block
// wait on the SM for the end of their call. If a launched grid finds no room, the waiting blocks
// leave their SMs: they are saved, and return when what they wait for has ended. Where blocks
// cannot leave an SM before their end, they stay.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/dispatch/grid_queue.hpp"

namespace heddle::gpu {

class WaitingParents {
 public:
  /// `running`: the running grids, of which each call sees the present state.
  WaitingParents(Chip& chip, const GridQueue::Running& running);
  WaitingParents(const WaitingParents&) = delete;
  WaitingParents& operator=(const WaitingParents&) = delete;

  /// Notes that the warp of the report waits.
  void hold(const StampedReport& report);
  /// Lets the block of the grid go on from `when`: nothing that it has launched is incomplete.
  void release(std::uint64_t grid, std::uint64_t block, Cycle when);
  /// Takes waiting blocks off their SMs if a launched grid needs room. Ends the calls of blocks
  /// that leave an SM for any reason, so that they can be saved. Called between two quanta.
  void make_room(Cycle now);

 private:
  struct Waiting {
    std::uint64_t grid = 0, block = 0;
    std::uint32_t sm = 0;
    std::uint16_t block_slot = 0, entity = 0;
  };

  /// Whether a block of a grid that a kernel has launched waits for room on an SM.
  bool children_wait() const;
  /// Takes the block off its SM until release().
  void park(const Waiting& waiting, Cycle now);
  void end_call(const Waiting& waiting, Cycle when);

  Cycle control_latency_;
  Sms& sms_;
  const GridQueue::Running& running_;
  bool blocks_can_leave_;
  std::vector<Waiting> waiting_;  ///< one for each waiting call, in the order of the calls
};

}  // namespace heddle::gpu
