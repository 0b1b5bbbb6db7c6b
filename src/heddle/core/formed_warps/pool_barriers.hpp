// Barriers under dynamic warp formation. A block's threads come to a barrier one by one, and wait
// there outside the pool.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/exec/paths/warp_pool.hpp"
#include "heddle/exec/sync/thread_barriers.hpp"

namespace heddle::core {

class PoolBarriers {
 public:
  explicit PoolBarriers(const Contexts& contexts)
      : contexts_(contexts), blocks_(contexts.blocks.size()) {}

  /// Notes that a warp of the block has been launched. Returns whether it is the block's first
  /// warp.
  bool launch(std::uint16_t block_slot);
  /// Notes that the threads have executed a barrier. The threads that `arrival` names have arrived.
  /// They wait unless the arrival is of the kind `arrive`.
  void come(const exec::PlacedThreads& threads, const exec::BarrierArrival& arrival);
  /// Notes that these threads have ended. No barrier waits for them any longer.
  void end(const exec::GroupMember& threads);

  /// The threads that a complete barrier releases.
  struct Opening {
    std::vector<exec::PlacedThreads> threads;  ///< the threads that wait at the barrier
    std::uint32_t value = 0;                   ///< result of a reduction
  };
  /// Opens one complete barrier of the block. Returns false if no barrier is complete. Call it
  /// until it returns false.
  bool open(std::uint16_t block_slot, Opening& opening);

  struct Waiting {
    exec::PlacedThreads threads;
    std::uint32_t barrier = 0;  ///< number of the barrier
  };
  const std::vector<Waiting>& waiting(std::uint16_t block_slot) const {
    return blocks_[block_slot].waiting;
  }

 private:
  struct Block {
    exec::ThreadBarriers barriers;
    exec::BlockLanes
        live;  ///< threads that have not ended, including threads of warps not launched yet
    std::vector<Waiting> waiting;
  };
  std::uint16_t block_of(const exec::GroupMember& threads) const {
    return contexts_.block_slot_of(threads.warp);
  }

  const Contexts& contexts_;
  std::vector<Block> blocks_;  ///< by block slot
};

}  // namespace heddle::core
