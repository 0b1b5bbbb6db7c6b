// Instructions that the dispatcher sends to an SM along with a block.
#pragma once

#include <optional>

#include "heddle/model/lane_residents.hpp"
#include "heddle/model/places.hpp"

namespace heddle::model {

struct BlockGrant {
  std::optional<BlockPlacement> placement = {};  ///< lanes for the block's parts, on divided SMs
  std::optional<BlockPlace> place = {};  ///< positions in register file and shared memory, where
                                         ///< blocks have fixed positions
  bool restarts = false;                 ///< the block was discarded, and begins again

  bool is_empty() const { return !placement && !place && !restarts; }
};

}  // namespace heddle::model
