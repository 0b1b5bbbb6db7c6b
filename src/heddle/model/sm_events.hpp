// What an SM tells whoever listens, as plain structs, and the interface of a listener. The model
// reads nothing back: with no listener an event costs one branch. All events of an SM come from the
// host thread that runs it, in the order of the cycle.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::model {

/// A block has come to the SM.
struct BlockDispatched {
  Cycle cycle = 0;
  std::uint64_t grid = 0;   ///< its launch
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint16_t block_slot = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

/// The block's last warp has ended and has nothing in flight, or the block has been saved and
/// leaves the SM; it comes back as one that is dispatched.
struct BlockFinished {
  Cycle cycle = 0;
  std::uint16_t block_slot = 0;
};

struct WarpLaunched {
  Cycle cycle = 0;
  std::uint16_t entity = 0;
  std::uint16_t block_slot = 0;
  std::uint32_t index = 0;  ///< of the warp in its block
  std::uint64_t grid = 0;   ///< its launch
  std::uint64_t block = 0;  ///< number of its block in the grid
};

/// The warp's last thread has ended; what it has in flight may still come. Or its block leaves.
struct WarpExited {
  Cycle cycle = 0;
  std::uint16_t entity = 0;
};

/// The warp has ended and has nothing in flight.
struct WarpFinished {
  Cycle cycle = 0;
  Cycle dispatched = 0, launched = 0;  ///< when its block came to the SM, and when it began
  std::uint16_t entity = 0;            ///< its first
  std::uint8_t parts = 1;              ///< entities from that on are the warp's
  std::uint32_t index = 0;             ///< of the warp in its block
  std::uint64_t grid = 0;              ///< its launch
  std::uint64_t block = 0;             ///< number of its block in the grid
  std::uint64_t instructions = 0;      ///< that it issued
};

/// From this cycle's issue on the warp is held for this reason; `issued`: nothing holds it. An
/// entity without a warp is `empty`.
struct WarpStateChanged {
  Cycle cycle = 0;
  std::uint16_t entity = 0;
  Stall state = Stall::empty;
};

struct InstructionIssued {
  Cycle cycle = 0;
  Pc pc = 0;
  LaneMask lanes = 0;  ///< those whose guard holds
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

/// The result of the instruction at `pc` can be read by what issues in this cycle; of a store, it
/// has been acknowledged.
struct WriteBack {
  Cycle cycle = 0;
  Pc pc = 0;
  std::uint16_t entity = 0;
};

/// `banks`: not the L1, but the banks of shared memory or the constant cache.
enum class L1Outcome : std::uint8_t { hit, miss, merged, bypassed, written, blocked, banks };

/// What a line access does. Loads and stores of local memory are told apart: caches may keep those.
enum class L1Kind : std::uint8_t { load, store, local_load, local_store, atomic };

/// The first-level caches of an SM.
enum class FirstLevel : std::uint8_t { data, constants, textures };

/// The load-store unit tried one line access of an instruction. Of several warps' accesses in one,
/// it is that of the warp with the first lane.
struct L1Access {
  Cycle cycle = 0;
  Addr line = 0;
  Pc pc = 0;
  LaneMask lanes = 0;
  std::uint16_t entity = 0;
  std::uint8_t kernel = 0;            ///< kernel slot
  std::uint8_t sectors = 0;           ///< of the line, that it touches
  std::uint8_t index = 0, count = 1;  ///< which of so many line accesses of the instruction
  std::uint8_t threads = 0;           ///< of the warp that execute it
  std::uint8_t brought = 0;  ///< of the line, that are in the cache or on their way there since it
  FirstLevel cache = FirstLevel::data;
  L1Kind kind = L1Kind::load;
  L1Outcome outcome = L1Outcome::hit;
  std::uint32_t cycles = 1;  ///< that it holds the load-store unit
};

/// Sectors of a line came to the data cache, if it still has a place for them.
struct L1Filled {
  Cycle cycle = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
};

/// A line of the data cache made room for another, or a store or atomic took it away; the next
/// access tells of that one.
struct L1Evicted {
  Cycle cycle = 0;
  Addr line = 0;
  bool written = false;  ///< by a store or atomic
};

/// All lines of the data cache are gone.
struct L1Flushed {
  Cycle cycle = 0;
};

/// How full the SM's queues are at the end of a cycle.
struct QueueDepths {
  Cycle cycle = 0;
  std::uint32_t load_store = 0;   ///< instructions that wait for the load-store unit
  std::uint32_t in_flight = 0;    ///< memory instructions with something outstanding
  std::uint32_t outstanding = 0;  ///< lines that the L1 waits for
};

/// Told of the data cache and of whose accesses reach it; much less than an SmListener is told.
class L1Listener {
 public:
  virtual ~L1Listener() = default;
  virtual void on(const WarpLaunched& event) = 0;
  virtual void on(const L1Access& event) = 0;
  virtual void on(const L1Filled& event) = 0;
  virtual void on(const L1Evicted& event) = 0;
  virtual void on(const L1Flushed& event) = 0;
  /// If so, when it begins to listen, issued() is called.
  virtual bool hears_issues() const { return false; }
  virtual void issued(const InstructionIssued& /*event*/) {}
};

/// Told when blocks come and leave, and of nothing else.
class BlockListener {
 public:
  virtual ~BlockListener() = default;
  virtual void on(const BlockDispatched& event) = 0;
  virtual void on(const BlockFinished& event) = 0;
};

/// Told when warps are over, and of nothing else.
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
