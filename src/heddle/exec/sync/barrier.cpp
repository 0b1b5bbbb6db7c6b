#include "heddle/exec/sync/barrier.hpp"

#include <bit>

namespace heddle::exec {
namespace {

bool is_reduction(BarrierKind kind) {
  return kind != BarrierKind::sync && kind != BarrierKind::arrive;
}

}  // namespace

std::uint32_t reduction_of(BarrierKind kind, std::uint32_t votes, std::uint32_t lanes) {
  switch (kind) {
    case BarrierKind::reduce_popc:
      return votes;
    case BarrierKind::reduce_and:
      return votes == lanes;
    case BarrierKind::reduce_or:
      return votes != 0;
    default:
      return 0;
  }
}

void BlockBarriers::start(unsigned warps) {
  *this = {};
  live_ = warps >= 64 ? ~BlockWarps{0} : (BlockWarps{1} << warps) - 1;
}

unsigned BlockBarriers::expected(const Barrier& barrier) const {
  return barrier.expected != 0 ? barrier.expected : static_cast<unsigned>(std::popcount(live_));
}

bool BlockBarriers::arrive(unsigned warp, const BarrierArrival& arrival) {
  Barrier& barrier = barriers_[arrival.id];
  ++barrier.arrived;
  if (arrival.threads != 0) barrier.expected = arrival.threads / kWarpSize;
  if (is_reduction(arrival.kind)) {
    barrier.kind = arrival.kind;
    barrier.votes += lane_count(arrival.votes);
    barrier.lanes += lane_count(arrival.lanes);
  }
  if (arrival.kind != BarrierKind::arrive) {
    barrier.waiting |= BlockWarps{1} << warp;
    waiting_all_ |= BlockWarps{1} << warp;
  }
  return complete(barrier);
}

bool BlockBarriers::complete(Barrier& barrier) {
  if (barrier.arrived == 0 || barrier.arrived < expected(barrier)) return false;
  released_ = barrier.waiting;
  released_barrier_ = static_cast<std::uint32_t>(&barrier - barriers_.data());
  value_ = reduction_of(barrier.kind, barrier.votes, barrier.lanes);
  waiting_all_ &= ~barrier.waiting;
  barrier = {};
  return true;
}

bool BlockBarriers::exited(unsigned warp) {
  live_ &= ~(BlockWarps{1} << warp);
  for (Barrier& barrier : barriers_)
    if (barrier.expected == 0 && complete(barrier)) return true;
  return false;
}

BlockBarriers::Progress BlockBarriers::progress(unsigned warp) const {
  for (unsigned i = 0; i < kBarriers; ++i)
    if (((barriers_[i].waiting >> warp) & 1) != 0)
      return {i, barriers_[i].arrived, expected(barriers_[i])};
  return {};
}

}  // namespace heddle::exec
