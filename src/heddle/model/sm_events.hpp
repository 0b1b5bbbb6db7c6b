// The events of an SM as plain structs. Each event has a kind, `kKind`, by which listeners select
// events.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/base/types.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/model/event_kind.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::model {

/// A grid of `program` got the kernel slot. None of the grid's blocks is on this SM yet.
struct KernelBound {
  static constexpr EventKind kKind = EventKind::kernel_bound;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint8_t kernel = 0;  ///< kernel slot
  std::shared_ptr<const isa::Program> program;
};

/// A block arrives on the SM.
struct BlockDispatched {
  static constexpr EventKind kKind = EventKind::block_dispatched;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint64_t block = 0;  ///< number of the block in the grid
  std::uint16_t block_slot = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The block leaves the SM. Either its last warp has ended and has nothing in flight, or the block
/// has been saved. When a saved block returns, the SM reports a BlockDispatched event again.
struct BlockFinished {
  static constexpr EventKind kKind = EventKind::block_finished;
  Cycle cycle = 0;
  std::uint16_t block_slot = 0;
};

struct WarpLaunched {
  static constexpr EventKind kKind = EventKind::warp_launched;
  Cycle cycle = 0;
  std::uint16_t entity = 0;
  std::uint16_t block_slot = 0;
  std::uint32_t index = 0;  ///< index of the warp in its block
  std::uint64_t grid = 0;   ///< number of the launch
  std::uint64_t block = 0;  ///< number of the block in the grid
};

/// The warp's last thread has ended, or the warp's block leaves the SM. Some of the warp's
/// instructions may still be in flight.
struct WarpExited {
  static constexpr EventKind kKind = EventKind::warp_exited;
  Cycle cycle = 0;
  std::uint16_t entity = 0;
};

/// The warp has ended, and none of its instructions is in flight any more.
struct WarpFinished {
  static constexpr EventKind kKind = EventKind::warp_finished;
  Cycle cycle = 0;
  Cycle dispatched = 0, launched = 0;  ///< cycles in which the block arrived and the warp began
  std::uint16_t entity = 0;            ///< the warp's first entity
  std::uint8_t parts = 1;              ///< number of the warp's entities, from `entity` on
  std::uint32_t index = 0;             ///< index of the warp in its block
  std::uint64_t grid = 0;              ///< number of the launch
  std::uint64_t block = 0;             ///< number of the block in the grid
  std::uint64_t instructions = 0;      ///< warp instructions that the warp issued
};

/// The state of an entity changed. From the issue stage of this cycle on, `state` is the reason why
/// the entity cannot issue. `issued`: the entity can issue. `empty`: the entity has no warp.
struct WarpStateChanged {
  static constexpr EventKind kKind = EventKind::warp_state_changed;
  Cycle cycle = 0;
  std::uint16_t entity = 0;
  Stall state = Stall::empty;
};

struct InstructionIssued {
  static constexpr EventKind kKind = EventKind::instruction_issued;
  Cycle cycle = 0;
  Pc pc = 0;
  LaneMask lanes = 0;  ///< lanes whose guard predicate is true
  std::uint16_t entity = 0;
  std::uint8_t slot = 0;  ///< issue slot
  std::uint8_t unit = 0;  ///< UnitKind as a number
  std::uint8_t kernel = 0;
  isa::OpClass op_class = isa::OpClass::nop;
};

/// An entity executed an instruction in the lanes `lanes`: all lanes of its path, including lanes
/// whose guard predicate is false. At the event, the pcs of the entity's paths already point at the
/// next instructions. If parts of a warp issue together, each part has its own event.
struct InstructionExecuted {
  static constexpr EventKind kKind = EventKind::instruction_executed;
  Cycle cycle = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
};

/// The issue slot issued nothing for `cycles` cycles, from cycle `cycle` on.
struct SlotStalled {
  static constexpr EventKind kKind = EventKind::slot_stalled;
  Cycle cycle = 0, cycles = 0;
  std::uint8_t slot = 0;
  Stall reason = Stall::empty;
};

/// The result of the instruction at `pc` is available to instructions that issue in this cycle. If
/// the instruction is a store, memory has acknowledged the store.
struct WriteBack {
  static constexpr EventKind kKind = EventKind::write_back;
  Cycle cycle = 0;
  Pc pc = 0;
  std::uint16_t entity = 0;
};

/// The outcome of a line access. `banks`: the access went to the banks of shared memory or of the
/// constant cache instead of the L1.
enum class L1Outcome : std::uint8_t { hit, miss, merged, bypassed, written, blocked, banks };

/// The kind of a line access. Local memory has its own kinds, since the L1 may be write-back for
/// local stores.
enum class L1Kind : std::uint8_t { load, store, local_load, local_store, atomic };

/// The first-level caches of an SM.
enum class FirstLevel : std::uint8_t { data, constants, textures };

/// The load-store unit tried one line access of an instruction. Several warps may share an access,
/// for example if a formed warp has threads of several warps. The event then names only the warp
/// with the first lane, its instruction and its lanes.
struct L1Access {
  static constexpr EventKind kKind = EventKind::l1_access;
  Cycle cycle = 0;
  Addr line = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
  std::uint8_t kernel = 0;   ///< kernel slot
  std::uint8_t sectors = 0;  ///< mask of the line's sectors that the access touches
  std::uint8_t index = 0,
               count = 1;    ///< number of this line access, and number of all line accesses of the
                             ///< instruction
  std::uint8_t threads = 0;  ///< number of threads of the warp that execute the instruction
  std::uint8_t new_sectors =
      0;  ///< mask of the line's sectors that this access brought into the cache or requested
  FirstLevel cache = FirstLevel::data;
  L1Kind kind = L1Kind::load;
  L1Outcome outcome = L1Outcome::hit;
  std::uint32_t cycles = 1;  ///< cycles for which the access occupies the load-store unit
};

/// Sectors of a line arrived at the data cache. The cache still has an entry for the line.
struct L1Filled {
  static constexpr EventKind kKind = EventKind::l1_filled;
  Cycle cycle = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
};

/// A line left the data cache: it made room for another line, or a store or an atomic removed it.
/// The next L1Access event is the access that caused the eviction.
struct L1Evicted {
  static constexpr EventKind kKind = EventKind::l1_evicted;
  Cycle cycle = 0;
  Addr line = 0;
  bool written = false;  ///< true: a store or atomic removed the line
};

/// All lines left the data cache.
struct L1Flushed {
  static constexpr EventKind kKind = EventKind::l1_flushed;
  Cycle cycle = 0;
};

/// The throttle keeps these ready entities from issuing. The event applies to the current cycle,
/// or, after the SM has slept, to all cycles of the sleep.
struct ThrottleHeld {
  static constexpr EventKind kKind = EventKind::throttle_held;
  EntityMask entities;
};

/// The lengths of the SM's queues at the end of a cycle.
struct QueueDepths {
  static constexpr EventKind kKind = EventKind::queue_depths;
  Cycle cycle = 0;
  std::uint32_t load_store = 0;   ///< instructions in the queue of the load-store unit
  std::uint32_t in_flight = 0;    ///< memory instructions with an outstanding request
  std::uint32_t outstanding = 0;  ///< lines that the L1 has requested and not received
};

}  // namespace heddle::model
