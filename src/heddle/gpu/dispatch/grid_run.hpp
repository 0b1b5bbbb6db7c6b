// A grid from its start to its end: its progress, what its blocks take of an SM, and, while it is
// off the GPU, what is needed to go on.
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

/// A grid's progress and, once it has ended, what it cost.
struct GridStatus {
  std::uint64_t blocks = 0, blocks_done = 0;
  std::uint64_t blocks_saved = 0;      ///< how often a block was saved
  std::uint64_t blocks_discarded = 0;  ///< how often one was discarded, to begin anew
  std::string offence;      ///< after which a block was not discarded that was to be; empty: none
  bool has_queued = false;  ///< behind less urgent grids, which had all kernel slots
  bool finished = false;
  Cycle began = kNever;   ///< when it got its kernel slot; kNever: it waits for one
  GridCounters counters;  ///< complete when finished
};

/// A grid off the GPU: its progress, and its blocks that have begun and not ended.
struct GridContext {
  std::uint64_t next_block = 0, blocks_done = 0;
  std::vector<core::BlockContext> blocks;
  std::deque<std::uint64_t> discarded = {};  ///< blocks that are to begin anew
};

/// A grid that the dispatcher runs or has run.
struct GridRun {
  std::uint64_t number = 0;
  std::shared_ptr<const exec::Grid> grid;
  DecodedPrograms::Decoded decoded;
  BlockDemand demand;
  BlockFacts facts;
  std::uint64_t most_per_sm = 0;        ///< blocks on an SM at a time
  std::uint8_t slot = 0;                ///< kernel slot, once started
  std::uint64_t next_block = 0;         ///< the first block that has not begun
  std::deque<std::uint64_t> discarded;  ///< blocks that are to begin anew
  /// After which instructions a block cannot begin anew; nothing: not known.
  std::optional<std::vector<isa::Offence>> offences;
  Cycle begins = 0;        ///< of a tenant: not before that
  bool started = false;    ///< it has a kernel slot
  Cycle launch_end = 0;    ///< when its first blocks may be dispatched
  bool launched = false;   ///< launch_end has passed
  bool suspended = false;  ///< no block begins
  SavedBlocks saved;
  GridStatus status;

  /// None of its blocks has been sent to an SM.
  bool is_untouched() const {
    return next_block == 0 && discarded.empty() && saved.size() == 0 && !suspended;
  }
  /// It gives its kernel slot back before it has begun.
  void wait_again() {
    started = launched = status.finished = false;
    status.began = kNever;
    status.counters = {};
  }
  bool has_new_blocks() const { return !discarded.empty() || next_block < status.blocks; }
  /// Its number; there must be one.
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
  /// Blocks that could go to an SM now.
  std::uint64_t waiting_blocks() const {
    if (!launched || suspended) return 0;
    return status.blocks - next_block + discarded.size() + saved.ready().size();
  }
};

/// When the first of the grids' saved blocks may go back; kNever: none waits for a time.
inline Cycle next_return(const std::vector<GridRun*>& runs) {
  Cycle next = kNever;
  for (const GridRun* run : runs) next = std::min(next, run->saved.next());
  return next;
}

}  // namespace heddle::gpu
