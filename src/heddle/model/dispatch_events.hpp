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

/// The grid leaves its kernel slot, which is free from this cycle on. There are three cases. First,
/// all blocks of the grid have ended. Second, the grid was taken off the GPU. Third, the grid has
/// sent no block yet, and a more urgent grid gets its kernel slot; the grid then starts again
/// later.
struct GridEnded {
  static constexpr EventKind kKind = EventKind::grid_ended;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The dispatcher chose an SM for the block. The block arrives on the SM after the control latency;
/// the SM then reports a BlockDispatched event.
struct BlockSent {
  static constexpr EventKind kKind = EventKind::block_sent;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint64_t block = 0;  ///< number of the block in the grid
  std::uint32_t sm = 0;
  std::uint32_t warps = 0;  ///< number of warps that start on arrival
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The dispatcher sent an SM a preemption signal, which tells the SM to give up its blocks.
struct SmSignalled {
  static constexpr EventKind kKind = EventKind::sm_signalled;
  Cycle cycle = 0;
  std::uint64_t signal = 0;  ///< number of the signal, from 1 on
  std::uint32_t sm = 0;
};

/// A signalled SM is free: all blocks that it had at the signal have left.
struct SmPreempted {
  static constexpr EventKind kKind = EventKind::sm_preempted;
  /// An amount for each part of a context: registers, shared memory, and reconvergence stacks.
  struct ByPart {
    std::uint64_t registers = 0, shared = 0, stacks = 0;
    std::uint64_t total() const { return registers + shared + stacks; }
  };
  std::uint64_t signal = 0;  ///< number of the signal, from 1 on
  Cycle signalled = 0;       ///< when the dispatcher sent the signal
  Cycle freed = 0;           ///< the first cycle in which the SM is free
  ByPart spill;  ///< cycles before `freed` in which parts of contexts waited to be read from the SM
                 ///< or stored to memory
  Cycle acknowledging = 0;  ///< cycles from the last store until memory had acknowledged all stores
  std::uint64_t grid = 0;   ///< number of the launch to which the SM's first block belongs
  std::uint32_t sm = 0;
  std::uint64_t blocks = 0;  ///< number of blocks on the SM when the signal arrived
  std::uint64_t saved = 0,
                discarded = 0;  ///< numbers of blocks that were saved and discarded; all other
                                ///< blocks ran to their end
  std::uint64_t wasted = 0;     ///< number of instructions that the discarded blocks had executed
  ByPart bytes;                 ///< bytes of contexts that were stored to memory
  std::uint64_t segments = 0;   ///< number of stores, of at most 128 bytes each, that stored these
                                ///< bytes
  std::uint64_t acknowledged = 0;  ///< number of these stores that memory has acknowledged
  std::string_view method;         ///< name of the preemption policy

  /// Cycles in which contexts were on their way to memory.
  Cycle spilling() const { return spill.total() + acknowledging; }
};

/// A saved block resumes on its former SM or on another SM.
struct BlockReturned {
  static constexpr EventKind kKind = EventKind::block_returned;
  Cycle cycle = 0;
  std::uint64_t grid = 0;      ///< number of the launch
  std::uint64_t signal = 0;    ///< number of the signal that saved the block
  std::uint64_t bytes = 0;     ///< bytes of the block's context, read from memory
  std::uint64_t segments = 0;  ///< number of reads, of at most 128 bytes each, that read these
                               ///< bytes
  Cycle restoring = 0;         ///< cycles from the block's arrival on the SM until it resumes
};

}  // namespace heddle::model
