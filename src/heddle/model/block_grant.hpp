// What the dispatcher sends along with a block.
#pragma once

#include <optional>

#include "heddle/model/lane_residents.hpp"
#include "heddle/model/places.hpp"

namespace heddle::model {

struct BlockGrant {
  std::optional<BlockPlacement> placement = {};  ///< where the shape places warps
  std::optional<BlockPlace> place = {};          ///< where blocks have places
  bool again = false;                            ///< the block was discarded, and begins anew

  bool is_empty() const { return !placement && !place && !again; }
};

}  // namespace heddle::model
