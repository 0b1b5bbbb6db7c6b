// The barriers of a block whose threads are regrouped into changing warps. The class counts
// arrivals by thread; the caller makes the threads wait and resumes them.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/paths/block_lanes.hpp"
#include "heddle/exec/sync/barrier.hpp"

namespace heddle::exec {

class ThreadBarriers {
 public:
  /// Notes that lanes of a warp of the block have arrived. The lanes wait, unless the kind is
  /// BarrierKind::arrive.
  void arrive(unsigned warp, const BarrierArrival& arrival);

  struct Release {
    BlockLanes threads;  ///< threads that waited at the barrier
    std::uint32_t barrier = 0;
    std::uint32_t value = 0;  ///< result of a reduction
  };
  /// Finds a barrier at which all expected threads have arrived. A barrier for which no number of
  /// threads is given expects `all` threads. Any other barrier expects the given number of threads,
  /// and a warp whose `live` threads have all arrived counts as a full warp. Returns false if there
  /// is no such barrier. The caller repeats the call until it returns false.
  bool complete(const BlockLanes& all, const BlockLanes& live, Release& release);

  /// Returns the threads that wait at any barrier.
  BlockLanes waiting() const;

 private:
  struct Barrier {
    BlockLanes arrived, waiting;
    std::uint32_t expected = 0;  ///< number of threads that must arrive; 0: all threads
    BarrierKind kind = BarrierKind::sync;
    std::uint32_t votes = 0, lanes = 0;  ///< votes and lanes of a reduction
  };
  static bool is_complete(const Barrier& barrier, const BlockLanes& all, const BlockLanes& live);

  std::array<Barrier, BlockBarriers::kBarriers> barriers_{};
};

}  // namespace heddle::exec
