// The barriers of a block: which warps have arrived at each barrier, and which warps can continue.
// The class only counts warps; the caller makes them wait and resumes them.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/step/step.hpp"

namespace heddle::exec {

/// One bit for each warp of a block.
using BlockWarps = std::uint64_t;

/// Returns the result of a barrier reduction in which `votes` of `lanes` threads voted true.
/// Returns 0 for barriers without a reduction.
std::uint32_t reduction_of(BarrierKind kind, std::uint32_t votes, std::uint32_t lanes);

class BlockBarriers {
 public:
  static constexpr unsigned kBarriers = 16;

  void start(unsigned warps);  ///< begins a new block: all warps are live, none has arrived

  /// Notes that a warp has arrived. Returns true if the arrival completes the barrier. Then the
  /// warps of `released` can continue, and `value` is the result of a reduction. A warp that does
  /// not wait (bar.arrive) is never in `released`.
  bool arrive(unsigned warp, const BarrierArrival& arrival);
  /// Notes that a warp has ended. Returns true if this completes a barrier of all the block's
  /// threads. Then `released` and `value` are set, as after `arrive`.
  bool exited(unsigned warp);

  BlockWarps released() const { return released_; }
  /// The barrier at which the released warps waited.
  std::uint32_t released_barrier() const { return released_barrier_; }
  std::uint32_t value() const { return value_; }

  BlockWarps waiting() const { return waiting_all_; }  ///< warps that wait at any barrier
  BlockWarps live() const { return live_; }
  /// The barrier at which a warp waits, and the arrivals at this barrier so far. The watchdog
  /// reports both.
  struct Progress {
    unsigned barrier = 0;
    unsigned arrived = 0;   ///< number of warps that have arrived
    unsigned expected = 0;  ///< number of warps that must arrive
  };
  Progress progress(unsigned warp) const;

 private:
  struct Barrier {
    BlockWarps waiting = 0;
    std::uint32_t arrived = 0;   ///< number of warps that have arrived, with or without waiting
    std::uint32_t expected = 0;  ///< number of warps that must arrive; 0: all live warps
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
