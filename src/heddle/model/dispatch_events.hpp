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
  std::uint64_t grid = 0;  ///< number of the launch
  std::uint64_t blocks = 0;
  std::int32_t priority = 0;  ///< a lower number is more urgent
  std::uint8_t kernel = 0;    ///< kernel slot
};

/// The grid leaves its kernel slot, which is free from this cycle on. There are three cases: all
/// blocks of the grid have ended, the grid was taken off the GPU, or a more urgent grid takes the
/// slot of a grid that has no blocks on the GPU. In the last case the grid starts again later.
struct GridEnded {
  static constexpr EventKind kKind = EventKind::grid_ended;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The dispatcher chose an SM for the block. The block arrives on the SM after the control latency,
/// with a BlockDispatched.
struct BlockSent {
  static constexpr EventKind kKind = EventKind::block_sent;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint64_t block = 0;  ///< number of the block in the grid
  std::uint32_t sm = 0;
  std::uint32_t warps = 0;  ///< warps that start on arrival
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The dispatcher signalled an SM to give up its blocks.
struct SmSignalled {
  static constexpr EventKind kKind = EventKind::sm_signalled;
  Cycle cycle = 0;
  std::uint64_t signal = 0;  ///< number of the signal, from 1 on
  std::uint32_t sm = 0;
};

/// A signalled SM is free: all blocks that it had have left.
struct SmPreempted {
  static constexpr EventKind kKind = EventKind::sm_preempted;
  /// An amount of registers, of shared memory and of reconvergence stacks.
  struct ByPart {
    std::uint64_t registers = 0, shared = 0, stacks = 0;
    std::uint64_t total() const { return registers + shared + stacks; }
  };
  std::uint64_t signal = 0;  ///< number of the signal, from 1 on
  Cycle signalled = 0;       ///< when the dispatcher sent the signal
  Cycle freed = 0;           ///< the first cycle in which the SM is free
  ByPart spill;             ///< cycles before `freed` in which contexts waited to be read or stored
  Cycle acknowledging = 0;  ///< cycles from the last store until memory had acknowledged all stores
  std::uint64_t grid = 0;   ///< number of the launch of the SM's first block
  std::uint32_t sm = 0;
  std::uint64_t blocks = 0;  ///< blocks that were on the SM at the signal
  std::uint64_t saved = 0,
                discarded = 0;  ///< blocks saved and blocks discarded; the others ran to their end
  std::uint64_t wasted = 0;     ///< instructions that the discarded blocks had executed
  ByPart bytes;                 ///< bytes stored to memory
  std::uint64_t segments = 0;   ///< number of stores, of at most 128 bytes each, for these bytes
  std::uint64_t acknowledged = 0;  ///< number of these stores that memory has acknowledged
  std::string_view method;         ///< name of the preemption policy

  /// Cycles in which contexts were on their way to memory.
  Cycle spilling() const { return spill.total() + acknowledging; }
};

/// A saved block resumes, on its former SM or on another.
struct BlockReturned {
  static constexpr EventKind kKind = EventKind::block_returned;
  Cycle cycle = 0;
  std::uint64_t grid = 0;      ///< number of the launch
  std::uint64_t signal = 0;    ///< number of the signal that saved the block
  std::uint64_t bytes = 0;     ///< bytes of the block's context, read from memory
  std::uint64_t segments = 0;  ///< number of reads, of at most 128 bytes each, for these bytes
  Cycle restoring = 0;         ///< cycles from the block's arrival on the SM until it resumes
};

}  // namespace heddle::model
