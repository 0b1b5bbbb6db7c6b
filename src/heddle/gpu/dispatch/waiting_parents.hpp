// Blocks whose threads wait for the grids that the block has launched. The warps of such a block
// wait on the SM for the end of their call. If a launched grid finds no room, the waiting blocks
// leave their SMs: they are saved, and return when what they wait for has ended.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

class WaitingParents {
 public:
  WaitingParents(Chip& chip, Dispatcher& dispatcher)
      : control_latency_(chip.machine.control.control_latency),
        sms_(chip.sms),
        dispatcher_(dispatcher) {}
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

  void end_call(const Waiting& waiting, Cycle when);

  Cycle control_latency_;
  Sms& sms_;
  Dispatcher& dispatcher_;
  std::vector<Waiting> waiting_;  ///< one for each waiting call, in the order of the calls
};

}  // namespace heddle::gpu
