// Distinguishes threads that spin from threads that compute, if threads of several warps issue
// together. The class watches each thread of a warp separately, as SpinWatch watches a warp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/deciding_registers.hpp"

namespace heddle::exec {

class ThreadSpinWatch {
 public:
  /// Starts to watch. The caller also restarts the watch after each event for which a thread may
  /// have waited.
  void restart();
  /// Notes that these lanes of the warp have executed the instruction of the frame.
  void stepped(const Warp& warp, LaneMask lanes, const StackEntry& frame);
  /// Whether all running threads spin. A thread runs if it has executed an instruction since the
  /// last restart() and does not wait at a barrier or for other threads of its warp. A running
  /// thread spins if it has returned to an earlier place with equal values in all deciding
  /// registers.
  bool all_spin() const { return (going_ & ~spinning_) == 0; }

 private:
  /// The visits of a thread to branches, and a place that it has visited.
  struct BranchHistory {
    std::uint64_t visits = 0;  ///< number of visits to branches
    Pc pc = kNoPc;             ///< the remembered place: this member and the next two
    std::uint32_t row_base = 0, predicate_base = 0;
  };

  void look_back(const Warp& warp, unsigned lane, const StackEntry& frame);
  bool is_where_it_was(const Warp& warp, unsigned lane, const StackEntry& frame) const;
  void remember(const Warp& warp, unsigned lane, const StackEntry& frame);

  LaneMask going_ = 0, spinning_ = 0;
  std::array<BranchHistory, kWarpSize> histories_;  ///< indexed by lane
  DecidingRegisters deciding_;  ///< registers of the instructions since the restart
  std::vector<Row> rows_;       ///< values of each lane when its place was remembered
  std::vector<LaneMask> predicates_;
};

}  // namespace heddle::exec
