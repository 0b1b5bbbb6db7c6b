#include "heddle/core/formed_warps/pool_barriers.hpp"

#include <algorithm>

namespace heddle::core {

bool PoolBarriers::launch(std::uint16_t block_slot) {
  Block& block = blocks_[block_slot];
  if (!is_none(block.live)) return false;
  block = {};
  const std::uint32_t threads = contexts_.blocks[block_slot].block.grid->threads_per_block();
  for (std::uint32_t i = 0; i < threads; ++i)
    block.live.warp[i / kWarpSize] |= lane_bit(i % kWarpSize);
  return true;
}

void PoolBarriers::come(const exec::PlacedThreads& threads, const exec::BarrierArrival& arrival) {
  const exec::GroupMember& member = threads.member;
  Block& block = blocks_[block_of(member)];
  block.barriers.arrive(contexts_.warps[member.warp].index, arrival);
  if (arrival.kind == exec::BarrierKind::arrive) return;
  block.waiting.push_back({{threads.place, {member.warp, arrival.lanes}}, arrival.id});
}

void PoolBarriers::end(const exec::GroupMember& threads) {
  blocks_[block_of(threads)].live.warp[contexts_.warps[threads.warp].index] &= ~threads.lanes;
}

bool PoolBarriers::open(std::uint16_t block_slot, Opening& opening) {
  Block& block = blocks_[block_slot];
  exec::ThreadBarriers::Release release;
  if (!block.barriers.complete(block.live, block.live, release)) return false;
  opening.threads.clear();
  opening.value = release.value;
  const auto is_at = [&](const Waiting& waiting) { return waiting.barrier == release.barrier; };
  for (const Waiting& waiting : block.waiting)
    if (is_at(waiting)) opening.threads.push_back(waiting.threads);
  std::erase_if(block.waiting, is_at);
  return true;
}

}  // namespace heddle::core
