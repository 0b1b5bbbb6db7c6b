#include "heddle/exec/sync/thread_barriers.hpp"

namespace heddle::exec {

void ThreadBarriers::arrive(unsigned warp, const BarrierArrival& arrival) {
  Barrier& barrier = barriers_[arrival.id];
  barrier.arrived.warp[warp] |= arrival.lanes;
  barrier.expected = arrival.threads;
  if (arrival.kind == BarrierKind::arrive) return;
  barrier.waiting.warp[warp] |= arrival.lanes;
  if (arrival.kind == BarrierKind::sync) return;
  barrier.kind = arrival.kind;
  barrier.votes += lane_count(arrival.votes);
  barrier.lanes += lane_count(arrival.lanes);
}

bool ThreadBarriers::is_complete(const Barrier& barrier, const BlockLanes& all,
                                 const BlockLanes& live) {
  if (is_none(barrier.arrived)) return false;
  if (barrier.expected == 0) return is_none(all & ~barrier.arrived);
  unsigned count = 0;
  for (unsigned warp = 0; warp < live.warp.size(); ++warp) {
    const LaneMask arrived = barrier.arrived.warp[warp];
    const bool whole = arrived != 0 && (live.warp[warp] & ~arrived) == 0;
    count += whole ? kWarpSize : lane_count(arrived);
  }
  return count >= barrier.expected;
}

bool ThreadBarriers::complete(const BlockLanes& all, const BlockLanes& live, Release& release) {
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    Barrier& barrier = barriers_[id];
    if (!is_complete(barrier, all, live)) continue;
    release = {.threads = barrier.waiting,
               .barrier = id,
               .value = reduction_of(barrier.kind, barrier.votes, barrier.lanes)};
    barrier = {};
    return true;
  }
  return false;
}

BlockLanes ThreadBarriers::waiting() const {
  BlockLanes waiting;
  for (const Barrier& barrier : barriers_) waiting |= barrier.waiting;
  return waiting;
}

}  // namespace heddle::exec
