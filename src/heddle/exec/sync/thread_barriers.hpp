// The barriers of a block whose threads are regrouped into warps that change: who has arrived is
// counted by thread. Pure bookkeeping: the caller holds the threads and lets them go.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/paths/block_lanes.hpp"
#include "heddle/exec/sync/barrier.hpp"

namespace heddle::exec {

class ThreadBarriers {
 public:
  /// The lanes of a warp of the block have arrived, and wait unless they only arrive.
  void arrive(unsigned warp, const BarrierArrival& arrival);

  struct Release {
    BlockLanes threads;  ///< that waited
    std::uint32_t barrier = 0;
    std::uint32_t value = 0;  ///< of a reduction
  };
  /// A barrier at which all threads that it expects have arrived: `all` where it names no number,
  /// else as many as it names, where a warp of which all `live` threads have arrived counts as a
  /// whole one. False: there is none. Call again until there is none.
  bool complete(const BlockLanes& all, const BlockLanes& live, Release& release);

  /// Threads that wait.
  BlockLanes waiting() const;

 private:
  struct Barrier {
    BlockLanes arrived, waiting;
    std::uint32_t expected = 0;  ///< threads; 0: all
    BarrierKind kind = BarrierKind::sync;
    std::uint32_t votes = 0, lanes = 0;  ///< of a reduction
  };
  static bool is_complete(const Barrier& barrier, const BlockLanes& all, const BlockLanes& live);

  std::array<Barrier, BlockBarriers::kBarriers> barriers_{};
};

}  // namespace heddle::exec
