// The barriers of a block: who has arrived at each, and who may go on. Pure bookkeeping by warp:
// the caller holds the warps and lets them go.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/step/step.hpp"

namespace heddle::exec {

/// One bit a warp of a block.
using BlockWarps = std::uint64_t;

/// What a barrier reduction gives whose `lanes` threads cast `votes` votes; 0 for other kinds.
std::uint32_t reduction_of(BarrierKind kind, std::uint32_t votes, std::uint32_t lanes);

class BlockBarriers {
 public:
  static constexpr unsigned kBarriers = 16;

  void start(unsigned warps);  ///< of a fresh block: all live, none arrived

  /// A warp has arrived. True if that completes the barrier: then `released` may go on and, of a
  /// reduction, `value` is the result; an arriving warp that does not wait (bar.arrive) is never
  /// among them.
  bool arrive(unsigned warp, const BarrierArrival& arrival);
  /// A warp has ended. True if that completes a barrier of all the block's threads, as `arrive`.
  bool exited(unsigned warp);

  BlockWarps released() const { return released_; }
  std::uint32_t released_barrier() const { return released_barrier_; }  ///< that they waited at
  std::uint32_t value() const { return value_; }

  BlockWarps waiting() const { return waiting_all_; }  ///< at any barrier
  BlockWarps live() const { return live_; }
  /// For the watchdog: at which barrier a waiting warp is, how many have come of how many.
  struct Progress {
    unsigned barrier = 0;
    unsigned arrived = 0;   ///< warps
    unsigned expected = 0;  ///< warps
  };
  Progress progress(unsigned warp) const;

 private:
  struct Barrier {
    BlockWarps waiting = 0;
    std::uint32_t arrived = 0;   ///< warps, those that do not wait too
    std::uint32_t expected = 0;  ///< warps; 0: all live ones
    BarrierKind kind = BarrierKind::sync;
    std::uint32_t votes = 0, lanes = 0;
  };

  unsigned expected(const Barrier& barrier) const;
  bool complete(Barrier& barrier);

  std::array<Barrier, kBarriers> barriers_{};
  BlockWarps live_ = 0;
  BlockWarps waiting_all_ = 0;
  BlockWarps released_ = 0;
  std::uint32_t released_barrier_ = 0;
  std::uint32_t value_ = 0;
};

}  // namespace heddle::exec
