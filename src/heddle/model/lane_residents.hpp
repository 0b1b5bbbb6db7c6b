// The residents of the lanes of a divided SM. On a divided SM each lane has its own share of
// registers and warp slots. A LaneResidents knows the free share of each lane, and the lane of each
// part of each resident block. The SM's object is authoritative; the dispatcher keeps a mirror. An
// attempt to take what is already taken throws an internal Error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heddle/model/resources.hpp"

namespace heddle::model {

/// A lane of an SM.
struct LaneShare {
  std::uint32_t registers = 0, slots = 0;  ///< free in this lane
  std::uint32_t parts = 0;                 ///< resident parts of warps
  std::uint32_t partial = 0;               ///< resident parts with fewer threads than a full part
};

inline constexpr std::uint16_t kNoLane = 0xFFFF;

/// The lanes that a block gets.
struct BlockPlacement {
  std::uint16_t block_slot = 0;
  std::vector<std::uint16_t> lanes;  ///< by part of the block; kNoLane: the part does not start now
};

class LaneResidents {
 public:
  /// Makes the object of an SM that is not divided.
  LaneResidents() = default;
  /// `registers` and `slots` (for parts of warps) are totals of the SM. Each lane gets an equal
  /// share of the registers, rounded down, and of the slots, rounded up.
  LaneResidents(std::uint32_t lanes, std::uint32_t registers, std::uint32_t slots,
                std::uint32_t blocks);

  bool is_divided() const { return !lanes_.empty(); }
  std::span<const LaneShare> lanes() const { return lanes_; }
  /// The first free block slot; nothing if all are taken.
  std::optional<std::uint16_t> free_block_slot() const;
  /// The lane of the part; kNoLane: the part is in no lane.
  std::uint16_t lane_of(std::uint16_t block_slot, std::uint32_t part) const {
    return blocks_[block_slot].lanes[part];
  }
  BlockPlacement placement_of(std::uint16_t block_slot) const {
    return {block_slot, blocks_[block_slot].lanes};
  }

  /// Gives the slot to a block. None of the block's parts has a lane yet.
  void open(std::uint16_t block_slot, const BlockDemand& demand);
  void add(std::uint16_t block_slot, std::uint32_t part, std::uint16_t lane);
  /// Puts consecutive parts, from `first` on, into their `lanes`. Skips parts with kNoLane.
  void add(std::uint16_t block_slot, std::uint32_t first, std::span<const std::uint16_t> lanes);
  /// Frees the shares of the parts of a warp. `warp`: index in the block.
  void remove_warp(std::uint16_t block_slot, std::uint32_t warp);
  /// Frees the slot, and the shares that the block's parts still occupy.
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
