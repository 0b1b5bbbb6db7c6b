// Takes a block off an SM before the block's end, and brings it back. First the block stops. When
// none of its entities has anything in flight, the block is saved and its contexts become free.
// Later the block is restored into contexts of the same SM or of another. If moving contexts takes
// time, each warp's registers begin to leave as soon as that warp has nothing in flight, and the
// block is saved when everything has left.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/accounts/stall_book.hpp"
#include "heddle/core/eviction/context_engine.hpp"
#include "heddle/core/eviction/context_image.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/block_context.hpp"
#include "heddle/core/residents/residents.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

class Checkpoint {
 public:
  /// The parts of the SM's state that saving and restoring blocks changes.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    FrontEnd& front_end;
    Residents& residents;
    PolicyBoundary& policies;
    StallBook& stall_book;
    SmWatchdog& watchdog;
    const SmProbe& probe;
    SmCounters& counters;
  };

  Checkpoint(std::uint16_t sm, const ContextSwitchSpec& spec, ContextEngine& engine,
             const Surroundings& around)
      : sm_(sm), spec_(spec), engine_(engine), contexts_(around.contexts), around_(around) {}
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// Stops the block in the slot: from now on none of its entities issues. The save takes no time.
  /// Does nothing if the slot no longer has this block.
  void stop(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block);
  /// Stops the block in the slot. The block leaves the SM as `leave` says.
  void stop(std::uint16_t block_slot, const policy::Leave& leave);
  bool is_stopping() const { return !stopping_.empty(); }
  /// Stops the entities of stopping blocks (stop_conditions.hpp). Called before the issue stage.
  void hold();
  /// Saves stopping blocks that have nothing in flight. Called at the end of the cycle.
  void save_quiet_blocks(Cycle now);
  /// Takes the saved block of the oldest `block_saved` report whose block has not been taken.
  BlockContext take_saved();

  /// Keeps the saved block of the kernel slot until restore(), while the block is on its way to
  /// this SM.
  void expect(std::uint8_t kernel, BlockContext context);
  /// Restores the block when it arrives. The block resumes at once or, if moving contexts takes
  /// time, when its context has been loaded from memory.
  void restore(std::uint8_t kernel, std::uint64_t block, Cycle now);
  bool is_restoring() const { return !restoring_.empty(); }
  /// Resumes the blocks whose contexts have been loaded.
  void finish_restores(Cycle now);

  // Counts since the SM was made.
  struct Costs {
    ByContextPart bytes{};  ///< bytes of context that went to memory
    std::uint64_t blocks_saved = 0, blocks_discarded = 0;
    std::uint64_t wasted = 0;  ///< number of instructions that discarded blocks had executed
  };
  const Costs& costs() const { return costs_; }

 private:
  struct Stopping {
    std::uint16_t block_slot = 0;
    std::optional<policy::Leave> leave = {};  ///< empty: the block is saved in no time
    /// By warp of the block: whether the warp's registers are being moved.
    std::vector<bool> moves = {};
    bool compressed_by_block = false;
    bool moves_rest = false;  ///< whether shared memory and stacks are being moved
    std::vector<ContextTransfer> moved = {};

    bool stops_at_points() const { return leave && leave->at_points; }
  };
  struct Restoring {
    std::uint8_t kernel = 0;
    std::uint64_t block = 0;
    std::uint16_t owner = 0;  ///< the block's number as an owner of transfers
    Cycle arrived = 0;
    Restore restore = {};
  };

  /// Starts all transfers that can start now. Returns whether the whole block is in memory.
  bool move_out(Stopping& stopping, Cycle now);
  /// Starts moving the registers of stopped warps. Returns whether the registers of all warps are
  /// being moved or have been moved.
  bool move_registers(Stopping& stopping, Cycle now);
  void move_warp(Stopping& stopping, std::size_t index, Cycle now);
  /// Starts moving the registers of warps that have stopped at barriers. Call it only when the move
  /// of all other warps' registers has been started.
  void move_waiting(Stopping& stopping, Cycle now);
  void move(Stopping& stopping, ContextPart part, std::vector<std::uint8_t> pieces, Cycle now);
  /// Takes the block off the SM.
  void leave(Stopping& stopping, Cycle now);
  /// Returns the saved block. Afterwards the block has no warps on the SM.
  BlockContext take_block(Stopping& stopping, Cycle now);
  /// Sets the warp's registers to the values that a restore of the saved context gives.
  void change_registers(const Stopping& stopping, unsigned context);
  WarpContext save_warp(std::uint16_t context, Cycle now);
  void leave_entity(std::uint16_t entity, Cycle now);
  void resume(std::uint8_t kernel, std::uint64_t block, const Restore& restore, Cycle now);
  void count_saved(std::uint8_t kernel, const std::vector<ContextTransfer>& moved);
  void restore_warp(std::uint16_t block_slot, WarpContext& saved, Cycle now);
  /// Restores a part of a warp. Returns whether the part resumes: it has threads left and does not
  /// wait at a barrier.
  bool restore_part(std::uint16_t entity, std::uint16_t block_slot, const PartContext& saved,
                    Cycle now);
  std::uint16_t free_owner() const;

  std::uint16_t sm_;
  ContextSwitchSpec spec_;
  ContextEngine& engine_;
  Contexts& contexts_;
  Surroundings around_;
  std::vector<Stopping> stopping_;
  std::vector<Restoring> restoring_;
  std::map<std::pair<std::uint8_t, std::uint64_t>, BlockContext>
      arriving_;  ///< by kernel slot and block number
  std::deque<BlockContext> saved_;
  Costs costs_;
};

}  // namespace heddle::core
