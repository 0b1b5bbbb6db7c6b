// Who lives in the lanes of an SM whose registers and warp slots are divided over its lanes: what
// is free in each lane, and in which lane each part of each resident block lives. An SM keeps one
// of these, which is the truth; the dispatcher keeps a mirror of it. Nothing can be taken twice: an
// internal error is thrown instead.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heddle/model/resources.hpp"

namespace heddle::model {

/// A lane of an SM.
struct LaneShare {
  std::uint32_t registers = 0, slots = 0;  ///< free
  std::uint32_t parts = 0;                 ///< resident parts of warps
  std::uint32_t partial = 0;               ///< those with fewer threads than a part may have
};

inline constexpr std::uint16_t kNoLane = 0xFFFF;

/// Where a block will live.
struct BlockPlacement {
  std::uint16_t block_slot = 0;
  std::vector<std::uint16_t> lanes;  ///< by part of the block; kNoLane: the part does not come now
};

class LaneResidents {
 public:
  /// An SM that is not divided.
  LaneResidents() = default;
  /// `registers` and `slots` (for parts of warps) are the SM's. Each lane has an equal share of the
  /// registers, rounded down, and of the slots, rounded up.
  LaneResidents(std::uint32_t lanes, std::uint32_t registers, std::uint32_t slots,
                std::uint32_t blocks);

  bool is_divided() const { return !lanes_.empty(); }
  std::span<const LaneShare> lanes() const { return lanes_; }
  /// The first block slot that is free; nothing if all are taken.
  std::optional<std::uint16_t> free_block_slot() const;
  /// The lane in which the part lives; kNoLane: in none.
  std::uint16_t lane_of(std::uint16_t block_slot, std::uint32_t part) const {
    return blocks_[block_slot].lanes[part];
  }
  BlockPlacement placement_of(std::uint16_t block_slot) const {
    return {block_slot, blocks_[block_slot].lanes};
  }

  /// A block has the slot. None of its parts has a lane yet.
  void open(std::uint16_t block_slot, const BlockDemand& demand);
  void add(std::uint16_t block_slot, std::uint32_t part, std::uint16_t lane);
  /// Adds all parts that have a lane; `lanes` is of consecutive parts from `first` on.
  void add(std::uint16_t block_slot, std::uint32_t first, std::span<const std::uint16_t> lanes);
  /// The warp of the block, by its index, returns what its parts hold.
  void remove_warp(std::uint16_t block_slot, std::uint32_t warp);
  /// The block leaves the slot and returns what its parts still hold.
  void close(std::uint16_t block_slot);

 private:
  struct Block {
    bool resides = false;
    BlockDemand demand;
    std::vector<std::uint16_t> lanes;  ///< by part
  };

  void remove(Block& block, std::uint32_t part);

  std::vector<LaneShare> lanes_;
  std::vector<Block> blocks_;  ///< by slot
};

}  // namespace heddle::model
