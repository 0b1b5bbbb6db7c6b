// A report of an SM to the GPU. The GPU handles it between two quanta.
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
    block_restored,  ///< a block that a signal had saved resumes
    /// A warp has drained before other warps of its block. Reported only if warps return resources.
    warp_drained,
    warp_started,  ///< a waiting warp has started
    service_wanted,
    discard_refused,  ///< the policy would have discarded the block, but the block cannot start
                      ///< again after `pc`
    sm_freed          ///< all blocks that were on the SM at the signal have left
  };
  Kind kind = Kind::block_finished;
  std::uint8_t kernel = 0;
  /// Resources that a block or a warp returns. warp_started: resources that the warp takes.
  model::Resources amount = {};
  model::BlockPlace place = {};  ///< positions in register file and shared memory that a leaving
                                 ///< block returns
  std::uint64_t block = 0;       ///< number of a leaving block
  std::uint64_t signal = 0;      ///< block_restored: number of the signal
  Restore restore = {};          ///< block_restored: the costs
  std::uint16_t block_slot = 0;  ///< slot of the block, or of the warp's block
  std::uint32_t warp = 0;        ///< warp_drained and warp_started: the warp's index in the block
  /// warp_started: lane group of each part of the warp. Set only if the organisation assigns warps
  /// to lanes.
  std::array<std::uint16_t, 8> lane_groups = {};
  /// warp_started: further warps of the block still wait. block_discarded: some warps of the block
  /// had not started.
  bool has_waiting = false;
  std::uint16_t entity = 0;    ///< service_wanted: the entity
  std::uint16_t context = 0;   ///< service_wanted: context of the warp whose lanes call
  std::uint32_t row_base = 0;  ///< service_wanted: row base of the call's frame
  Pc pc = 0;           ///< service_wanted: pc of the call; discard_refused: pc of the offence
  LaneMask lanes = 0;  ///< service_wanted: lanes that make the call
  Cycle when = 0;
};

}  // namespace heddle::core
