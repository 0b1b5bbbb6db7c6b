// The events of an SM as plain structs, and the interfaces of listeners. The model reads nothing
// back. Without a listener an event costs one branch. All events of an SM come from the host thread
// that runs the SM, in the order of cycles.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::model {

/// A block arrives on the SM.
struct BlockDispatched {
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< its launch
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint16_t block_slot = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The block's last warp has ended and has nothing in flight, or the block has been saved and
/// leaves the SM. A saved block comes back by a BlockDispatched.
struct BlockFinished {
  Cycle cycle = 0;
  std::uint16_t block_slot = 0;
};

struct WarpLaunched {
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
  Cycle cycle = 0;
  std::uint16_t entity = 0;
};

/// The warp has ended and has nothing in flight.
struct WarpFinished {
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
  Cycle cycle = 0;
  std::uint16_t entity = 0;
  Stall state = Stall::empty;
};

struct InstructionIssued {
  Cycle cycle = 0;
  Pc pc = 0;
  LaneMask lanes = 0;  ///< lanes whose guard holds
  std::uint16_t entity = 0;
  std::uint8_t slot = 0;  ///< scheduler slot
  std::uint8_t unit = 0;  ///< index into the SM's kinds of units
  std::uint8_t kernel = 0;
  isa::OpClass op_class = isa::OpClass::nop;
};

/// The slot did not issue in the `cycles` cycles from `cycle` on.
struct SlotStalled {
  Cycle cycle = 0, cycles = 0;
  std::uint8_t slot = 0;
  Stall reason = Stall::empty;
};

/// An instruction that issues in this cycle can read the result of the instruction at `pc`. A store
/// has been acknowledged.
struct WriteBack {
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

/// The load-store unit tried one line access of an instruction. Where several warps' instructions
/// make one access, the event names the warp with the first lane.
struct L1Access {
  Cycle cycle = 0;
  Addr line = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
  std::uint8_t kernel = 0;            ///< kernel slot
  std::uint8_t sectors = 0;           ///< of the line that the access touches
  std::uint8_t index = 0, count = 1;  ///< number of this line access among the instruction's
  std::uint8_t threads = 0;           ///< threads of the warp that execute the instruction
  std::uint8_t brought = 0;  ///< of the line, that are in the cache or on their way there since it
  FirstLevel cache = FirstLevel::data;
  L1Kind kind = L1Kind::load;
  L1Outcome outcome = L1Outcome::hit;
  std::uint32_t cycles = 1;  ///< for which the access holds the load-store unit
};

/// Sectors of a line arrived at the data cache, if the cache still has a place for them.
struct L1Filled {
  Cycle cycle = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
};

/// A line left the data cache: it made room for another line, or a store or atomic removed it. The
/// next L1Access is the access that caused this.
struct L1Evicted {
  Cycle cycle = 0;
  Addr line = 0;
  bool written = false;  ///< whether a store or atomic removed the line
};

/// All lines left the data cache.
struct L1Flushed {
  Cycle cycle = 0;
};

/// The lengths of the SM's queues at the end of a cycle.
struct QueueDepths {
  Cycle cycle = 0;
  std::uint32_t load_store = 0;   ///< instructions in the queue of the load-store unit
  std::uint32_t in_flight = 0;    ///< memory instructions with something outstanding
  std::uint32_t outstanding = 0;  ///< lines that the L1 waits for
};

/// Listens to the data cache, and to the warps whose accesses reach it.
class L1Listener {
 public:
  virtual ~L1Listener() = default;
  virtual void on(const WarpLaunched& event) = 0;
  virtual void on(const L1Access& event) = 0;
  virtual void on(const L1Filled& event) = 0;
  virtual void on(const L1Evicted& event) = 0;
  virtual void on(const L1Flushed& event) = 0;
  /// Whether issued() is to be called. Asked once, when the listener is attached.
  virtual bool hears_issues() const { return false; }
  virtual void issued(const InstructionIssued& /*event*/) {}
};

/// Listens to the arrival and the end of blocks.
class BlockListener {
 public:
  virtual ~BlockListener() = default;
  virtual void on(const BlockDispatched& event) = 0;
  virtual void on(const BlockFinished& event) = 0;
};

/// Listens to the end of warps.
class WarpListener {
 public:
  virtual ~WarpListener() = default;
  virtual void on(const WarpFinished& event) = 0;
};

class SmListener {
 public:
  virtual ~SmListener() = default;
  virtual void on(const BlockDispatched& event) = 0;
  virtual void on(const BlockFinished& event) = 0;
  virtual void on(const WarpLaunched& event) = 0;
  virtual void on(const WarpExited& event) = 0;
  virtual void on(const WarpStateChanged& event) = 0;
  virtual void on(const InstructionIssued& event) = 0;
  virtual void on(const SlotStalled& event) = 0;
  virtual void on(const WriteBack& event) = 0;
  virtual void on(const L1Access& event) = 0;
  virtual void on(const QueueDepths& event) = 0;
};

}  // namespace heddle::model
