// A block off the SM: all that it needs to go on, on whatever SM has room, in whatever simulation
// of the same grid and memory. Plain values: no pointers, no times, nothing of the machine but into
// how many parts its warps are cut.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/state/entity_watch.hpp"
#include "heddle/core/state/gang_table.hpp"
#include "heddle/core/terms/context_transfer.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/exec/sync/barrier.hpp"
#include "heddle/exec/sync/part_arrivals.hpp"
#include "heddle/model/places.hpp"
#include "heddle/model/resources.hpp"

namespace heddle::core {

/// Payload of a context, bytes.
struct ContextBytes {
  std::uint64_t registers = 0;  ///< vector registers and predicates
  std::uint64_t stacks = 0;     ///< reconvergence stacks
  std::uint64_t local = 0, shared = 0;
  std::uint64_t barriers = 0;  ///< arrivals, and who waits where

  std::uint64_t total() const { return registers + stacks + local + shared + barriers; }
};

/// What of a block stays on its SM while the block is away.
struct Kept {
  bool registers = false, shared = false;

  bool any() const { return registers || shared; }
  model::Resources of(const model::Resources& all) const {
    return {.registers = registers ? all.registers : 0,
            .shared_bytes = shared ? all.shared_bytes : 0};
  }
  model::Resources without(model::Resources all) const { return all -= of(all); }
  model::BlockPlace without(const model::BlockPlace& all) const {
    return {registers ? model::Extent() : all.registers, shared ? model::Extent() : all.shared};
  }
};

/// Of a part of a warp, besides what its threads can tell.
struct PartContext {
  bool at_barrier = false;
  std::uint32_t barrier = 0;  ///< its number
  Pc barrier_pc = 0;          ///< of the instruction that waits there
  std::uint64_t warp_instructions = 0, thread_instructions = 0;  ///< so far
  EntityWatch watch = {};  ///< for the watchdog of this simulation
};

struct WarpContext {
  exec::WarpState state;
  exec::PartArrivals arrivals;  ///< of its parts, at barriers for which others are missing
  GangTable::Ways gangs{};      ///< of its parts; none where the machine has none
  std::vector<PartContext> parts;
};

struct BlockContext {
  exec::BlockState state;
  exec::BlockBarriers barriers;
  std::vector<WarpContext> warps;                    ///< those that have started and not ended
  std::uint32_t first_waiting = 0, end_waiting = 0;  ///< by index: those that have not started
  Cycle resided = 0;                                 ///< cycles that it has been on SMs
  Cycle warp_times = 0;            ///< of these, until a warp drained, of those that have
  std::uint64_t instructions = 0;  ///< of drained warps
  Pc offence = kNoPc;              ///< of the first that it has committed; kNoPc: none
  bool was_discarded = false;      ///< it had begun anew
  // Of a block that an SM saved to be freed.
  std::uint64_t signal = 0;      ///< number of the signal, from 1 on; 0: none
  Kept kept = {};                ///< on that SM
  std::uint32_t kept_on = 0;     ///< its number
  model::BlockPlace place = {};  ///< that it had there
  /// What went to memory when the block was saved, and comes back with it. Empty: it is moved in no
  /// time.
  std::vector<ContextTransfer> moved;

  /// The block goes to another simulation.
  void forget_watches() {
    for (WarpContext& warp : warps)
      for (PartContext& part : warp.parts) part.watch = {};
  }
  bool has_waiting() const { return first_waiting != end_waiting; }
  std::uint32_t unfinished_warps() const {
    return static_cast<std::uint32_t>(warps.size()) + end_waiting - first_waiting;
  }
  /// Of these, their indices in the block.
  std::vector<std::uint32_t> unfinished_indices() const;
  /// What they take of an SM.
  model::Resources unfinished(const model::BlockDemand& demand) const;
  ContextBytes bytes() const;
};

}  // namespace heddle::core
