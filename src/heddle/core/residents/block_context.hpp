// The state of a block that is off the SM. With this state the block can resume on any SM with
// room, in any simulation of the same grid and memory. The state consists of plain values, without
// pointers and absolute times. Only one value depends on the machine: the number of parts of a
// warp.
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

/// Bytes of a block's context, by kind of content.
struct ContextBytes {
  std::uint64_t registers = 0;  ///< vector registers and predicates
  std::uint64_t stacks = 0;     ///< reconvergence stacks
  std::uint64_t local = 0, shared = 0;
  std::uint64_t barriers = 0;  ///< arrivals at barriers, and the waiting parts

  std::uint64_t total() const { return registers + stacks + local + shared + barriers; }
};

/// The resources that a block keeps on its SM while the block is away.
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

/// The state of a part of a warp, besides the state of its threads.
struct PartContext {
  bool at_barrier = false;
  std::uint32_t barrier = 0;                                     ///< number of the barrier
  Pc barrier_pc = 0;                                             ///< pc of the waiting instruction
  std::uint64_t warp_instructions = 0, thread_instructions = 0;  ///< issued so far
  EntityWatch watch = {};  ///< for the watchdog of this simulation
};

struct WarpContext {
  exec::WarpState state;
  exec::PartArrivals arrivals;  ///< arrivals of its parts at barriers that are not complete
  GangTable::Ways gangs{};      ///< gangs of its parts; none if the machine has no gangs
  std::vector<PartContext> parts;
};

struct BlockContext {
  exec::BlockState state;
  exec::BlockBarriers barriers;
  std::vector<WarpContext> warps;  ///< warps that have started and not ended
  /// Range of the indices of warps that have not started.
  std::uint32_t first_waiting = 0, end_waiting = 0;
  Cycle resided = 0;     ///< cycles that the block has been on SMs
  Cycle warp_times = 0;  ///< sum over drained warps: cycles from the block's arrival on an SM until
                         ///< the warp drained
  std::uint64_t instructions = 0;  ///< number of instructions of drained warps
  Pc offence = kNoPc;              ///< first offence that the block has committed; kNoPc: none
  bool was_discarded = false;      ///< the block was discarded and has started again
  // For a block that a signal made an SM save.
  std::uint64_t signal = 0;      ///< number of the signal, from 1; 0: none
  Kept kept = {};                ///< what the block keeps on that SM
  std::uint32_t kept_on = 0;     ///< number of that SM
  model::BlockPlace place = {};  ///< positions of the block in the register file and shared memory
                                 ///< of that SM
  /// The transfers that saved the block to memory. Their data is loaded when the block is restored.
  /// Empty: moving the block takes no time.
  std::vector<ContextTransfer> moved;

  /// Drops the watchdog's watches, since the block goes to another simulation.
  void forget_watches() {
    for (WarpContext& warp : warps)
      for (PartContext& part : warp.parts) part.watch = {};
  }
  bool has_waiting() const { return first_waiting != end_waiting; }
  std::uint32_t unfinished_warps() const {
    return static_cast<std::uint32_t>(warps.size()) + end_waiting - first_waiting;
  }
  /// Returns the indices of the block's warps that have not ended.
  std::vector<std::uint32_t> unfinished_indices() const;
  /// Returns the resources that these warps need on an SM.
  model::Resources unfinished(const model::BlockDemand& demand) const;
  ContextBytes bytes() const;
};

}  // namespace heddle::core
