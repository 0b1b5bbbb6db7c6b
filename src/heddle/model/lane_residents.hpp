// The residents of the lanes of a divided SM. On a divided SM each lane has its own share of
// registers and warp slots. A LaneResidents object knows the free share of each lane, and the lane
// of each part of a warp of each resident block. The SM has such an object, and the dispatcher
// keeps a copy up to date. An attempt to take registers or slots that are not free throws an
// internal Error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heddle/model/resources.hpp"

namespace heddle::model {

/// The state of one lane of an SM.
struct LaneShare {
  std::uint32_t registers = 0, slots = 0;  ///< free registers, and free slots for parts of warps
  std::uint32_t parts = 0;                 ///< number of resident parts of warps
  std::uint32_t partial = 0;  ///< number of resident parts with fewer threads than a full part
};

inline constexpr std::uint16_t kNoLane = 0xFFFF;

/// The lanes to which a block's parts of warps are assigned.
struct BlockPlacement {
  std::uint16_t block_slot = 0;
  std::vector<std::uint16_t> lanes;  ///< by part of the block; kNoLane if the part does not start
                                     ///< now
};

class LaneResidents {
 public:
  /// Creates the object of an SM that is not divided into lanes.
  LaneResidents() = default;
  /// `registers` and `slots` (for parts of warps) are totals of the SM. Each lane gets an equal
  /// share of the registers, rounded down, and of the slots, rounded up.
  LaneResidents(std::uint32_t lanes, std::uint32_t registers, std::uint32_t slots,
                std::uint32_t blocks);

  bool is_divided() const { return !lanes_.empty(); }
  std::span<const LaneShare> lanes() const { return lanes_; }
  /// Returns the first free block slot, or nothing if all slots are taken.
  std::optional<std::uint16_t> free_block_slot() const;
  /// Returns the lane of the part, or kNoLane if the part is in no lane.
  std::uint16_t lane_of(std::uint16_t block_slot, std::uint32_t part) const {
    return blocks_[block_slot].lanes[part];
  }
  BlockPlacement placement_of(std::uint16_t block_slot) const {
    return {block_slot, blocks_[block_slot].lanes};
  }

  /// Gives the slot to a block. None of the block's parts has a lane yet.
  void open(std::uint16_t block_slot, const BlockDemand& demand);
  void add(std::uint16_t block_slot, std::uint32_t part, std::uint16_t lane);
  /// Puts consecutive parts, from part `first` on, into the lanes that `lanes` names. Skips parts
  /// whose lane is kNoLane.
  void add(std::uint16_t block_slot, std::uint32_t first, std::span<const std::uint16_t> lanes);
  /// Frees the shares of lanes that the parts of a warp occupy. `warp`: index of the warp in its
  /// block.
  void remove_warp(std::uint16_t block_slot, std::uint32_t warp);
  /// Frees the block slot, and the shares of lanes that the block's parts still occupy.
  void close(std::uint16_t block_slot);

 private:
  struct Block {
    bool resides = false;
    BlockDemand demand;
    std::vector<std::uint16_t> lanes;  ///< indexed by part
  };

  void remove(Block& block, std::uint32_t part);

  std::vector<LaneShare> lanes_;
  std::vector<Block> blocks_;  ///< indexed by slot
};

}  // namespace heddle::model
