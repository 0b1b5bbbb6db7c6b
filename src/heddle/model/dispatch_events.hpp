// The events of the dispatcher, which hands the blocks of grids to SMs.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/event_kind.hpp"

namespace heddle::model {

/// A grid got a kernel slot.
struct GridStarted {
  static constexpr EventKind kKind = EventKind::grid_started;
  Cycle cycle = 0;
  std::uint64_t grid = 0;  ///< its launch
  std::uint64_t blocks = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// All blocks of the grid have ended, or the grid was taken off the GPU; its kernel slot is free
/// from this cycle on.
struct GridEnded {
  static constexpr EventKind kKind = EventKind::grid_ended;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< its launch
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The dispatcher decided which SM gets the block. The block arrives there by a BlockDispatched,
/// after the control latency.
struct BlockSent {
  static constexpr EventKind kKind = EventKind::block_sent;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< its launch
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint32_t sm = 0;
  std::uint32_t warps = 0;  ///< that start there at once
  std::uint8_t kernel = 0;  ///< kernel slot
};

}  // namespace heddle::model
