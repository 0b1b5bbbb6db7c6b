// The path unit of thread block compaction. Each block of an SM has one reconvergence stack for all
// its warps (exec/paths/block_stack.hpp). Only the warps of the stack's top entry issue. They stop
// where the stack may change, and wait until all of them have stopped.
#pragma once

#include <vector>

#include "heddle/core/formed_warps/formed_warps.hpp"
#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/exec/paths/block_stack.hpp"
#include "heddle/exec/sync/thread_barriers.hpp"

namespace heddle::core {

class BlockPaths final : public PathUnit {
 public:
  explicit BlockPaths(const Surroundings& around);

  void start(std::span<const std::uint16_t> launched, Cycle now) override;
  void issued(std::uint16_t) override {}
  void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) override;
  void settle(Cycle now) override;

 private:
  struct Block {
    exec::BlockStack stack;
    exec::ThreadBarriers barriers;
    std::vector<std::uint16_t> entities;  ///< the warps formed from the stack's groups
    /// The value of stack.formations() when the entities were formed.
    std::uint64_t formations = 0;
  };

  Block& block_of(std::uint16_t entity) { return blocks_[contexts_.table[entity].block_slot]; }
  /// Lets the entity continue at `pc`. A compacted warp stops first if the instruction at `pc` is
  /// warp-wide.
  void go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay);
  /// Handles an entity that has stopped and has no instruction in flight.
  void come(std::uint16_t entity, Cycle now);
  void come_to_barrier(std::uint16_t entity, Cycle now);
  void go_behind_barrier(std::uint16_t entity, Cycle now, std::uint32_t delay);
  void come_to_end_of_path(std::uint16_t entity, Cycle now);
  void open_barriers(std::uint16_t block_slot, Cycle now);
  /// Lets the block's entities continue as the stack says, after its top entry or the top entry's
  /// warps have changed.
  void follow_stack(std::uint16_t block_slot, Cycle now, std::uint32_t delay);
  void form_warps(std::uint16_t block_slot, Cycle now, std::uint32_t delay);
  /// Translates the warps of a group from indices in the block to contexts, and back.
  exec::WarpGroup in_contexts(std::uint16_t block_slot, exec::WarpGroup group) const;
  exec::WarpGroup in_block(exec::WarpGroup group) const;

  Contexts& contexts_;
  Surroundings around_;
  FormedWarps warps_;
  std::vector<Block> blocks_;  ///< by block slot
  std::vector<std::uint16_t> coming_;
};

}  // namespace heddle::core
