// What an SM reports to the GPU, which decides on it between two quanta.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/core/terms/context_transfer.hpp"
#include "heddle/model/places.hpp"
#include "heddle/model/resources.hpp"

namespace heddle::core {

struct SmReport {
  enum class Kind : std::uint8_t {
    block_finished,
    block_saved,
    block_discarded,
    block_restored,  ///< that a signal had saved: the block goes on
    warp_drained,    ///< others of its block have not drained; only if warps return resources
    warp_started,    ///< one of those that waited
    service_wanted,
    discard_refused,  ///< the block was to begin anew, and cannot after `pc`
    sm_freed          ///< of the blocks that it had when a signal came
  };
  Kind kind = Kind::block_finished;
  std::uint8_t kernel = 0;
  model::Resources amount = {};  ///< that blocks and warps return or, warp_started, take
  model::BlockPlace place = {};  ///< that a block returns which leaves
  std::uint64_t block = 0;       ///< of a block that leaves: its number
  std::uint64_t signal = 0;      ///< block_restored: the number of the signal
  Restore restore = {};          ///< likewise: what it took
  std::uint16_t block_slot = 0;  ///< of the block, or of the warp's block
  std::uint32_t warp = 0;        ///< warp_drained and warp_started: its index in the block
  /// warp_started, where the shape places warps: by part of the warp.
  std::array<std::uint16_t, 8> lane_groups = {};
  /// warp_started: others still wait; block_discarded: warps of the block had not started.
  bool has_waiting = false;
  std::uint16_t entity = 0;    ///< service_wanted: this entity
  std::uint16_t context = 0;   ///< service_wanted: of the warp whose lanes call
  std::uint32_t row_base = 0;  ///< service_wanted: of the frame of the call
  Pc pc = 0;                   ///< service_wanted: of the call; discard_refused: of the offence
  LaneMask lanes = 0;          ///< service_wanted: that call
  Cycle when = 0;
};

}  // namespace heddle::core
