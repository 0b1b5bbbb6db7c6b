// Decisions of the dispatcher about a block. The dispatcher sends them to the SM along with the
// block.
#pragma once

#include <optional>

#include "heddle/model/lane_residents.hpp"
#include "heddle/model/places.hpp"

namespace heddle::model {

struct BlockGrant {
  std::optional<BlockPlacement> placement = {};  ///< lanes for the block's parts of warps, if the
                                                 ///< SM is divided into lanes
  std::optional<BlockPlace> place = {};  ///< positions in register file and shared memory, if
                                         ///< blocks have fixed positions
  bool restarts = false;                 ///< true: the block was discarded, and begins again

  bool is_empty() const { return !placement && !place && !restarts; }
};

}  // namespace heddle::model
