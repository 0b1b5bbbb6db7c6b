// The events of an SM as plain structs. A struct's `kKind` is the kind by which listeners ask for
// it.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/base/types.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/event_kind.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::model {

/// A grid of the program has the kernel slot; none of its blocks is here yet.
struct KernelBound {
  static constexpr EventKind kKind = EventKind::kernel_bound;
  std::uint64_t grid = 0;   ///< its launch
  std::uint8_t kernel = 0;  ///< kernel slot
  std::shared_ptr<const isa::Program> program;
};

/// A block arrives on the SM.
struct BlockDispatched {
  static constexpr EventKind kKind = EventKind::block_dispatched;
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< its launch
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint16_t block_slot = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The block's last warp has ended and has nothing in flight, or the block has been saved and
/// leaves the SM. A saved block comes back by a BlockDispatched.
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
  std::uint32_t index = 0;  ///< of the warp in its block
  std::uint64_t grid = 0;   ///< launch
  std::uint64_t block = 0;  ///< number of the block in the grid
};

/// The warp's last thread has ended; something of the warp may still be in flight. Or its block
/// leaves.
struct WarpExited {
  static constexpr EventKind kKind = EventKind::warp_exited;
  Cycle cycle = 0;
  std::uint16_t entity = 0;
};

/// The warp has ended and has nothing in flight.
struct WarpFinished {
  static constexpr EventKind kKind = EventKind::warp_finished;
  Cycle cycle = 0;
  Cycle dispatched = 0, launched = 0;  ///< cycles in which the block arrived and the warp began
  std::uint16_t entity = 0;            ///< the warp's first entity
  std::uint8_t parts = 1;              ///< number of the warp's entities, from `entity` on
  std::uint32_t index = 0;             ///< of the warp in its block
  std::uint64_t grid = 0;              ///< its launch
  std::uint64_t block = 0;             ///< number of its block in the grid
  std::uint64_t instructions = 0;      ///< issued by the warp
};

/// From the issue of this cycle on, this reason keeps the entity from issuing. `issued`: nothing
/// does. `empty`: the entity has no warp.
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
  LaneMask lanes = 0;  ///< lanes whose guard holds
  std::uint16_t entity = 0;
  std::uint8_t slot = 0;  ///< scheduler slot
  std::uint8_t unit = 0;  ///< UnitKind as a number
  std::uint8_t kernel = 0;
  isa::OpClass op_class = isa::OpClass::nop;
};

/// These lanes of the entity were at the instruction, whether or not its guard held, and it has
/// been executed; the entity's paths are where they go on. Parts of a warp that issue together
/// execute one after the other.
struct InstructionExecuted {
  static constexpr EventKind kKind = EventKind::instruction_executed;
  Cycle cycle = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
};

/// The slot did not issue in the `cycles` cycles from `cycle` on.
struct SlotStalled {
  static constexpr EventKind kKind = EventKind::slot_stalled;
  Cycle cycle = 0, cycles = 0;
  std::uint8_t slot = 0;
  Stall reason = Stall::empty;
};

/// An instruction that issues in this cycle can read the result of the instruction at `pc`. A store
/// has been acknowledged.
struct WriteBack {
  static constexpr EventKind kKind = EventKind::write_back;
  Cycle cycle = 0;
  Pc pc = 0;
  std::uint16_t entity = 0;
};

/// `banks`: the access went to the banks of shared memory or of the constant cache, not to the L1.
enum class L1Outcome : std::uint8_t { hit, miss, merged, bypassed, written, blocked, banks };

/// The kind of a line access. Local memory has kinds of its own, since caches may keep its stores.
enum class L1Kind : std::uint8_t { load, store, local_load, local_store, atomic };

/// The first-level caches of an SM.
enum class FirstLevel : std::uint8_t { data, constants, textures };

/// The load-store unit tried one line access of an instruction. Where several warps' instructions,
/// or threads of several warps in a formed warp, make one access, the event names the instruction
/// of the warp with the first lane, whose line access it then is; the lanes are those of this warp.
struct L1Access {
  static constexpr EventKind kKind = EventKind::l1_access;
  Cycle cycle = 0;
  Addr line = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
  std::uint8_t kernel = 0;            ///< kernel slot
  std::uint8_t sectors = 0;           ///< of the line that the access touches
  std::uint8_t index = 0, count = 1;  ///< number of this line access among the instruction's own
  std::uint8_t threads = 0;           ///< threads of the warp that execute the instruction
  std::uint8_t brought = 0;  ///< of the line, that are in the cache or on their way there since it
  FirstLevel cache = FirstLevel::data;
  L1Kind kind = L1Kind::load;
  L1Outcome outcome = L1Outcome::hit;
  std::uint32_t cycles = 1;  ///< for which the access holds the load-store unit
};

/// Sectors of a line arrived at the data cache, if the cache still has a place for them.
struct L1Filled {
  static constexpr EventKind kKind = EventKind::l1_filled;
  Cycle cycle = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
};

/// A line left the data cache: it made room for another line, or a store or atomic removed it. The
/// next L1Access is the access that caused this.
struct L1Evicted {
  static constexpr EventKind kKind = EventKind::l1_evicted;
  Cycle cycle = 0;
  Addr line = 0;
  bool written = false;  ///< whether a store or atomic removed the line
};

/// All lines left the data cache.
struct L1Flushed {
  static constexpr EventKind kKind = EventKind::l1_flushed;
  Cycle cycle = 0;
};

/// The throttle holds these entities, which are ready, in the cycle that issues now, or did in the
/// cycles that the SM has just slept through.
struct ThrottleHeld {
  static constexpr EventKind kKind = EventKind::throttle_held;
  EntityMask entities;
};

/// The lengths of the SM's queues at the end of a cycle.
struct QueueDepths {
  static constexpr EventKind kKind = EventKind::queue_depths;
  Cycle cycle = 0;
  std::uint32_t load_store = 0;   ///< instructions in the queue of the load-store unit
  std::uint32_t in_flight = 0;    ///< memory instructions with something outstanding
  std::uint32_t outstanding = 0;  ///< lines that the L1 waits for
};

}  // namespace heddle::model
