// What the watchdog knows of a part of a warp while it watches. It goes with a block that leaves
// its SM and comes back, so that a part that is seen to spin before and after a move has spun all
// along.
#pragma once

#include <cstdint>

#include "heddle/exec/sync/spin_watch.hpp"

namespace heddle::core {

struct EntityWatch {
  /// A part that has come so often and executed nothing will not go on by itself.
  static constexpr std::uint32_t kMostArrivals = 3;

  exec::SpinWatch spin = {};
  std::uint64_t number = 0;    ///< of the watch to which this belongs
  std::uint32_t arrivals = 0;  ///< on SMs, since the watch began
  // Since the last check.
  bool has_arrived = false;
  bool has_stepped = false;

  void stepped(const exec::Warp& warp, const exec::Step& step, unsigned part) {
    spin.stepped(warp, step, part);
    has_stepped = true;
  }
  /// Signals leave it no time to execute anything.
  bool is_chased() const { return arrivals >= kMostArrivals && !spin.has_stepped(); }
  /// It has not been seen to spin, and has had little chance to execute, or has used it.
  bool may_go_on() const { return !spin.spinning() && !is_chased(); }
};

}  // namespace heddle::core
