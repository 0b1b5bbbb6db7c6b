// The events of the dispatcher, which hands the blocks of grids to SMs.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/types.hpp"
#include "heddle/model/event_kind.hpp"

namespace heddle::model {

/// A grid got a kernel slot.
struct GridStarted {
  static constexpr EventKind kKind = EventKind::grid_started;
  Cycle cycle = 0;
  std::uint64_t grid = 0;  ///< its launch
  std::uint64_t blocks = 0;
  std::int32_t priority = 0;  ///< less is more urgent
  std::uint8_t kernel = 0;    ///< kernel slot
};

/// All blocks of the grid have ended, or the grid was taken off the GPU, or it has none there and a
/// more urgent one takes its place, in which case it starts again. Its kernel slot is free from
/// this cycle on.
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

/// The dispatcher sent an SM the signal to be free of its blocks.
struct SmSignalled {
  static constexpr EventKind kKind = EventKind::sm_signalled;
  Cycle cycle = 0;
  std::uint64_t signal = 0;  ///< its number, from 1 on
  std::uint32_t sm = 0;
};

/// An SM that got a signal is free of the blocks that it had.
struct SmPreempted {
  static constexpr EventKind kKind = EventKind::sm_preempted;
  /// An amount of registers, of shared memory and of reconvergence stacks.
  struct ByPart {
    std::uint64_t registers = 0, shared = 0, stacks = 0;
    std::uint64_t total() const { return registers + shared + stacks; }
  };
  std::uint64_t signal = 0;  ///< its number, from 1 on
  Cycle signalled = 0;       ///< when the dispatcher sent the signal
  Cycle freed = 0;           ///< the first cycle in which the SM is free
  ByPart spill;              ///< cycles between in which contexts were read and stored
  Cycle acknowledging = 0;   ///< and then until memory had acknowledged the last stores
  std::uint64_t grid = 0;    ///< the launch of the first of its blocks
  std::uint32_t sm = 0;
  std::uint64_t blocks = 0;                ///< that were there
  std::uint64_t saved = 0, discarded = 0;  ///< of these; the others ran to their end
  std::uint64_t wasted = 0;                ///< instructions of the discarded blocks
  ByPart bytes;                            ///< that went to memory
  std::uint64_t segments = 0;              ///< of 128 bytes at most, in which they did
  std::uint64_t acknowledged = 0;          ///< of these stores
  std::string_view method;                 ///< the preemption policy

  /// Cycles between in which contexts were on their way to memory.
  Cycle spilling() const { return spill.total() + acknowledging; }
};

/// A block that was saved when an SM got a signal goes on, there or elsewhere.
struct BlockReturned {
  static constexpr EventKind kKind = EventKind::block_returned;
  Cycle cycle = 0;
  std::uint64_t grid = 0;      ///< its launch
  std::uint64_t signal = 0;    ///< number of the signal
  std::uint64_t bytes = 0;     ///< of its context, that came from memory
  std::uint64_t segments = 0;  ///< of 128 bytes at most, in which they did
  Cycle restoring = 0;         ///< cycles from its arrival on the SM until it goes on
};

}  // namespace heddle::model
