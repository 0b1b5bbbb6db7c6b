// The watchdog's knowledge about a part of a warp during a watch. It moves with a block that leaves
// its SM and comes back, so that a part that spins before and after a move counts as spinning
// throughout.
#pragma once

#include <cstdint>

#include "heddle/exec/sync/spin_watch.hpp"

namespace heddle::core {

struct EntityWatch {
  /// A part is chased (is_chased()) if it has arrived this many times and executed nothing.
  static constexpr std::uint32_t kMostArrivals = 3;

  exec::SpinWatch spin = {};
  std::uint64_t number = 0;    ///< number of the watch to which this state belongs
  std::uint32_t arrivals = 0;  ///< arrivals on SMs since the watch began
  // Whether the part has arrived on an SM since the last check.
  bool has_arrived = false;
  bool has_stepped = false;

  void stepped(const exec::Warp& warp, const exec::Step& step, unsigned part) {
    spin.stepped(warp, step, part);
    has_stepped = true;
  }
  /// Whether signals take the part off its SM so soon that it executes nothing.
  bool is_chased() const { return arrivals >= kMostArrivals && !spin.has_stepped(); }
  /// Whether the part may resume: it is not known to spin, and it is not chased.
  bool may_go_on() const { return !spin.spinning() && !is_chased(); }
};

}  // namespace heddle::core
