// Barriers under dynamic warp formation: a block's threads come to them one by one, and wait there
// outside the pool.
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

  /// A warp of the block has been launched. Returns whether it is the first of the block.
  bool launch(std::uint16_t block_slot);
  /// The threads have executed the barrier that they are at; those that the arrival names have
  /// come, and wait unless they only arrive.
  void come(const exec::PlacedThreads& threads, const exec::BarrierArrival& arrival);
  /// These threads have ended: no barrier waits for them.
  void end(const exec::GroupMember& threads);

  /// Threads that a complete barrier lets go.
  struct Opening {
    std::vector<exec::PlacedThreads> threads;  ///< at the barrier
    std::uint32_t value = 0;                   ///< of a reduction
  };
  /// Opens a barrier of the block that is complete. False: there is none. Call again until then.
  bool open(std::uint16_t block_slot, Opening& opening);

  struct Waiting {
    exec::PlacedThreads threads;
    std::uint32_t barrier = 0;  ///< its number
  };
  const std::vector<Waiting>& waiting(std::uint16_t block_slot) const {
    return blocks_[block_slot].waiting;
  }

 private:
  struct Block {
    exec::ThreadBarriers barriers;
    exec::BlockLanes live;  ///< threads that have not ended, of warps that come later too
    std::vector<Waiting> waiting;
  };
  std::uint16_t block_of(const exec::GroupMember& threads) const {
    return contexts_.block_slot_of(threads.warp);
  }

  const Contexts& contexts_;
  std::vector<Block> blocks_;  ///< by block slot
};

}  // namespace heddle::core
