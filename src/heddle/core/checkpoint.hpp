// How a block leaves an SM before its end, and comes back. A block that is to leave stops; once
// none of its entities has anything in flight, the block is saved and its contexts are free. Later
// the block is restored into contexts of the same or another SM.
#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "heddle/core/block_context.hpp"
#include "heddle/core/contexts.hpp"
#include "heddle/core/entity_conditions.hpp"
#include "heddle/core/policy_boundary.hpp"
#include "heddle/core/residents.hpp"
#include "heddle/core/sm_probe.hpp"
#include "heddle/core/sm_watchdog.hpp"
#include "heddle/core/stall_book.hpp"

namespace heddle::core {

class Checkpoint {
 public:
  /// The state of the SM that saving and restoring change.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    Residents& residents;
    PolicyBoundary& policies;
    StallBook& stall_book;
    SmWatchdog& watchdog;
    const SmProbe& probe;
  };

  Checkpoint(std::uint16_t sm, const Surroundings& around)
      : sm_(sm), contexts_(around.contexts), around_(around) {}
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// From here on nothing of the block in the slot issues, unless the slot no longer has this
  /// block.
  void stop(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block);
  bool is_stopping() const { return !stopping_.empty(); }
  /// Before the issue stage: stops the entities of stopping blocks that could issue, or that wait
  /// for results. Those that wait at barriers, for fetches or for services stop when that ends.
  void hold();
  /// At the end of the cycle: saves stopping blocks that have nothing in flight.
  void settle(Cycle now);
  /// The block of the first `block_saved` report that was not taken before.
  BlockContext take_saved();

  /// A saved block of the kernel in the slot is on its way to this SM.
  void expect(std::uint8_t kernel, BlockContext context);
  /// The block arrives.
  void restore(std::uint8_t kernel, std::uint64_t block, Cycle now);

 private:
  bool is_quiet(std::uint16_t block_slot) const;
  void save(std::uint16_t block_slot, Cycle now);
  WarpContext save_warp(std::uint16_t context, Cycle now);
  void leave_entity(std::uint16_t entity, Cycle now);
  void restore_warp(std::uint16_t block_slot, WarpContext& saved, Cycle now);
  /// True if the part goes on, and does not wait at a barrier or has ended.
  bool restore_part(std::uint16_t entity, std::uint16_t block_slot, const PartContext& saved,
                    Cycle now);

  std::uint16_t sm_;
  Contexts& contexts_;
  Surroundings around_;
  std::vector<std::uint16_t> stopping_;  ///< block slots
  std::map<std::pair<std::uint8_t, std::uint64_t>, BlockContext>
      arriving_;  ///< by kernel slot and number of the block
  std::deque<BlockContext> saved_;
};

}  // namespace heddle::core
