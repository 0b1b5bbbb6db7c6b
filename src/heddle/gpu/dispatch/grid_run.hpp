// A grid from its start to its end: its progress, the resources that its blocks take of an SM, and,
// while the grid is off the GPU, the state needed to continue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/core/residents/block_context.hpp"
#include "heddle/exec/step/cluster_shape.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/gpu/chip/decoded_programs.hpp"
#include "heddle/gpu/dispatch/saved_blocks.hpp"
#include "heddle/isa/offences.hpp"

namespace heddle::gpu {

/// A grid's progress and, once the grid has ended, its counters.
struct GridStatus {
  std::uint64_t blocks = 0, blocks_done = 0;
  std::uint64_t blocks_saved = 0;      ///< number of times that a block was saved
  std::uint64_t blocks_discarded = 0;  ///< number of times that a block was discarded, so that it
                                       ///< must begin again
  std::string offence;  ///< instruction after which a block could not be discarded; empty: no
                        ///< discard was refused
  bool waited_behind_less_urgent = false;  ///< waited while less urgent grids had all kernel slots
  bool finished = false;
  Cycle began = kNever;   ///< when the grid got its kernel slot; kNever: it waits
  GridCounters counters;  ///< counters of the grid; complete only if `finished` is true
};

/// The state of a suspended grid: its progress, and the saved contexts of its unfinished blocks.
struct GridContext {
  std::uint64_t next_block = 0, blocks_done = 0;
  std::vector<core::BlockContext> blocks;
  std::deque<std::uint64_t> discarded = {};  ///< numbers of the blocks that must begin again
};

/// A grid that the dispatcher runs or has run.
struct GridRun {
  std::uint64_t number = 0;
  std::shared_ptr<const exec::Grid> grid;
  DecodedPrograms::Decoded decoded;
  BlockDemand demand;
  BlockFacts facts;
  std::uint64_t most_per_sm = 0;        ///< maximum number of the grid's blocks on an SM at a time
  std::uint8_t slot = 0;                ///< kernel slot, once started
  std::uint64_t next_block = 0;         ///< the first block that has not begun
  std::deque<std::uint64_t> discarded;  ///< numbers of the blocks that must begin again
  /// Instructions after which a block cannot begin again, if they are known.
  std::optional<std::vector<isa::Offence>> offences;
  Cycle begins = 0;        ///< earliest cycle in which a tenant's grid may begin
  bool started = false;    ///< the grid has a kernel slot
  Cycle launch_end = 0;    ///< when the grid's first blocks may be dispatched
  bool launched = false;   ///< launch_end has passed
  bool suspended = false;  ///< no block of the grid may begin
  SavedBlocks saved;
  GridStatus status;

  /// Whether none of the grid's blocks has been sent to an SM.
  bool is_untouched() const {
    return next_block == 0 && discarded.empty() && saved.size() == 0 && !suspended;
  }
  /// Resets a grid that has given its kernel slot back before any of its blocks began.
  void wait_again() {
    started = launched = status.finished = false;
    status.began = kNever;
    status.counters = {};
  }
  bool has_new_blocks() const { return !discarded.empty() || next_block < status.blocks; }
  /// Takes a new block and returns the block's number. The grid must have a new block.
  std::uint64_t take_new_block() {
    const exec::LaunchShape& shape = grid->shape;
    if (discarded.empty())
      return shape.has_clusters() ? exec::block_in_order(next_block++, shape.grid, shape.cluster)
                                  : next_block++;
    const std::uint64_t block = discarded.front();
    discarded.pop_front();
    return block;
  }
  void note_offence(Pc pc) {
    if (!status.offence.empty()) return;
    status.offence = isa::to_string(*grid->program, *isa::find_offence(*offences, pc));
  }
  /// Number of the grid's blocks that are ready to be sent to an SM.
  std::uint64_t waiting_blocks() const {
    if (!launched || suspended) return 0;
    return status.blocks - next_block + discarded.size() + saved.ready().size();
  }
};

/// Returns the first cycle in which a saved block of the grids becomes ready to return, or kNever
/// if no saved block waits for a cycle.
inline Cycle next_return(const std::vector<GridRun*>& runs) {
  Cycle next = kNever;
  for (const GridRun* run : runs) next = std::min(next, run->saved.next());
  return next;
}

}  // namespace heddle::gpu
