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
  std::uint64_t blocks_discarded = 0;  ///< how often a block was discarded, to begin again
  std::string offence;  ///< instruction that kept a block from being discarded; empty: none
  bool waited_behind_less_urgent = false;  ///< waited while less urgent grids had all kernel slots
  bool finished = false;
  Cycle began = kNever;   ///< when the grid got its kernel slot; kNever: waiting
  GridCounters counters;  ///< complete when finished
};

/// A grid off the GPU: its progress, and its blocks that have begun and not ended.
struct GridContext {
  std::uint64_t next_block = 0, blocks_done = 0;
  std::vector<core::BlockContext> blocks;
  std::deque<std::uint64_t> discarded = {};  ///< blocks that must begin again
};

/// A grid that the dispatcher runs or has run.
struct GridRun {
  std::uint64_t number = 0;
  std::shared_ptr<const exec::Grid> grid;
  DecodedPrograms::Decoded decoded;
  BlockDemand demand;
  BlockFacts facts;
  std::uint64_t most_per_sm = 0;        ///< largest number of blocks on an SM at a time
  std::uint8_t slot = 0;                ///< kernel slot, once started
  std::uint64_t next_block = 0;         ///< the first block that has not begun
  std::deque<std::uint64_t> discarded;  ///< blocks that must begin again
  /// Instructions after which a block cannot begin again; nothing: not known.
  std::optional<std::vector<isa::Offence>> offences;
  Cycle begins = 0;        ///< earliest cycle for a tenant's grid to begin
  bool started = false;    ///< the grid has a kernel slot
  Cycle launch_end = 0;    ///< when its first blocks may be dispatched
  bool launched = false;   ///< launch_end has passed
  bool suspended = false;  ///< no block of the grid may begin
  SavedBlocks saved;
  GridStatus status;

  /// Whether none of the grid's blocks has been sent to an SM.
  bool is_untouched() const {
    return next_block == 0 && discarded.empty() && saved.size() == 0 && !suspended;
  }
  /// Resets the grid, which gives its kernel slot back before any block has begun.
  void wait_again() {
    started = launched = status.finished = false;
    status.began = kNever;
    status.counters = {};
  }
  bool has_new_blocks() const { return !discarded.empty() || next_block < status.blocks; }
  /// Takes a new block and returns its number. There must be one.
  std::uint64_t take_new_block() {
    if (discarded.empty()) return next_block++;
    const std::uint64_t block = discarded.front();
    discarded.pop_front();
    return block;
  }
  void note_offence(Pc pc) {
    if (!status.offence.empty()) return;
    status.offence = isa::to_string(*grid->program, *isa::find_offence(*offences, pc));
  }
  /// How many blocks could go to an SM now.
  std::uint64_t waiting_blocks() const {
    if (!launched || suspended) return 0;
    return status.blocks - next_block + discarded.size() + saved.ready().size();
  }
};

/// Returns the cycle in which the first of the grids' saved blocks can return; kNever: none waits
/// for a cycle.
inline Cycle next_return(const std::vector<GridRun*>& runs) {
  Cycle next = kNever;
  for (const GridRun* run : runs) next = std::min(next, run->saved.next());
  return next;
}

}  // namespace heddle::gpu
