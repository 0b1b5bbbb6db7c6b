// Tells threads that spin from threads that compute, where threads of several warps issue together:
// each thread of a warp is watched by itself, as spin_watch.hpp watches a warp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/deciding_registers.hpp"

namespace heddle::exec {

class ThreadSpinWatch {
 public:
  /// From here on; also after anything that a thread may have waited for.
  void restart();
  /// These lanes of the warp have executed the instruction of the frame.
  void stepped(const Warp& warp, LaneMask lanes, const StackEntry& frame);
  /// Whether each thread that has gone on since the restart, and does not wait for others now, is
  /// where it was before, with the same values in all that decides where it goes.
  bool all_spin() const { return (going_ & ~spinning_) == 0; }

 private:
  /// A thread at a branch.
  struct Place {
    std::uint64_t visits = 0;  ///< to branches
    Pc pc = kNoPc;             ///< as remembered, as are:
    std::uint32_t row_base = 0, predicate_base = 0;
  };

  void look_back(const Warp& warp, unsigned lane, const StackEntry& frame);
  bool is_where_it_was(const Warp& warp, unsigned lane, const StackEntry& frame) const;
  void remember(const Warp& warp, unsigned lane, const StackEntry& frame);

  LaneMask going_ = 0, spinning_ = 0;
  std::array<Place, kWarpSize> places_;  ///< by lane
  DecidingRegisters deciding_;           ///< of what was executed since the restart
  std::vector<Row> rows_;                ///< each lane as it was when its place was remembered
  std::vector<LaneMask> predicates_;
};

}  // namespace heddle::exec
