// How a block leaves an SM before its end, and comes back. A block that is to leave stops; once
// none of its entities has anything in flight, the block is saved and its contexts are free. Later
// the block is restored into contexts of the same or another SM. Where moving contexts takes time,
// a warp's registers begin to leave when nothing of the warp is in flight, and the block is saved
// when all has left.
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
  /// The state of the SM that saving and restoring change.
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

  /// From here on nothing of the block in the slot issues, unless the slot no longer has this
  /// block. The block is saved in no time.
  void stop(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block);
  /// The block in the slot stops, and is saved, as `leave` says.
  void stop(std::uint16_t block_slot, const policy::Leave& leave);
  bool is_stopping() const { return !stopping_.empty(); }
  /// Before the issue stage: stops the entities of stopping blocks (stop_conditions.hpp).
  void hold();
  /// At the end of the cycle: saves stopping blocks that have nothing in flight.
  void save_quiet_blocks(Cycle now);
  /// The block of the first `block_saved` report that was not taken before.
  BlockContext take_saved();

  /// A saved block of the kernel in the slot is on its way to this SM.
  void expect(std::uint8_t kernel, BlockContext context);
  /// The block arrives. It goes on at once, or when all that went to memory has come.
  void restore(std::uint8_t kernel, std::uint64_t block, Cycle now);
  bool is_restoring() const { return !restoring_.empty(); }
  /// Lets blocks go on whose contexts have come.
  void finish_restores(Cycle now);

  // So far.
  struct Costs {
    ByContextPart bytes{};  ///< that went to memory
    std::uint64_t blocks_saved = 0, blocks_discarded = 0;
    std::uint64_t wasted = 0;  ///< instructions of discarded blocks
  };
  const Costs& costs() const { return costs_; }

 private:
  struct Stopping {
    std::uint16_t block_slot = 0;
    std::optional<policy::Leave> leave = {};  ///< nothing: the block is saved in no time
    std::vector<bool> moves = {};  ///< by warp of the block: its registers are on their way
    bool compressed_by_block = false;
    bool moves_rest = false;  ///< shared memory and stacks are on their way
    std::vector<ContextTransfer> moved = {};

    bool stops_at_points() const { return leave && leave->at_points; }
  };
  struct Restoring {
    std::uint8_t kernel = 0;
    std::uint64_t block = 0;
    std::uint16_t owner = 0;  ///< for the engine
    Cycle arrived = 0;
    Restore restore = {};
  };

  /// Moves what may be moved. True: all of the block is in memory.
  bool move_out(Stopping& stopping, Cycle now);
  /// Moves registers of warps that have stopped. True: those of all are on their way.
  bool move_registers(Stopping& stopping, Cycle now);
  void move_warp(Stopping& stopping, std::size_t index, Cycle now);
  /// Warps of the block have stopped at barriers, and all others are on their way.
  void move_waiting(Stopping& stopping, Cycle now);
  void move(Stopping& stopping, ContextPart part, std::vector<std::uint8_t> pieces, Cycle now);
  /// The block is off the SM.
  void leave(Stopping& stopping, Cycle now);
  /// What is saved of the block, which has no warps any more.
  BlockContext take_block(Stopping& stopping, Cycle now);
  /// Registers become what the saved context says.
  void change_registers(const Stopping& stopping, unsigned context);
  WarpContext save_warp(std::uint16_t context, Cycle now);
  void leave_entity(std::uint16_t entity, Cycle now);
  void resume(std::uint8_t kernel, std::uint64_t block, const Restore& restore, Cycle now);
  void count_saved(std::uint8_t kernel, const std::vector<ContextTransfer>& moved);
  void restore_warp(std::uint16_t block_slot, WarpContext& saved, Cycle now);
  /// True if the part goes on, and does not wait at a barrier or has ended.
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
      arriving_;  ///< by kernel slot and number of the block
  std::deque<BlockContext> saved_;
  Costs costs_;
};

}  // namespace heddle::core
