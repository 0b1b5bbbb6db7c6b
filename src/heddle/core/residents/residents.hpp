// The blocks of an SM. Blocks arrive, start their warps as far as resources and the residency
// policy allow, drain, and return their resources. The caller gets a list of the launched entities,
// and lets them continue.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/accounts/stall_book.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/block_context.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/core/residents/warp_slots.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/terms/sm_report.hpp"
#include "heddle/model/block_grant.hpp"

namespace heddle::core {

class Residents {
 public:
  /// The parts of the SM's state that its residents change.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    PolicyBoundary& policies;
    SmCounters& counters;
    StallBook& stall_book;
    SmWatchdog& watchdog;
    const SmProbe& probe;
    std::vector<SmReport>& reports;
  };

  /// `releases_warps`: a warp returns its resources as soon as it has drained.
  Residents(std::uint16_t sm, const SmSpec& spec, bool releases_warps, const Surroundings& around,
            const policy::ContextLimits& limits = {});
  Residents(const Residents&) = delete;
  Residents& operator=(const Residents&) = delete;

  /// Keeps the grant of a block that is on its way to this SM.
  void expect(std::uint8_t kernel, std::uint64_t block, model::BlockGrant grant) {
    if (!grant.is_empty()) grants_.emplace(std::pair(kernel, block), std::move(grant));
  }
  /// Handles the arrival of a block. Starts its first `starting` warps; the others wait.
  void start_block(std::uint8_t kernel, std::uint64_t block, std::uint32_t starting, Cycle now);
  /// Whether waiting warps may be able to start in this cycle, because something has changed. Also
  /// true in each cycle if a warp can be without a slot.
  bool may_start_waiting() const { return may_start_waiting_; }
  /// Starts waiting warps as far as there is room and the residency policy allows.
  void start_waiting(Cycle now);
  /// Passes the directive to the residency policy's part on this SM.
  void apply(policy::Directive directive);
  /// Frees the warp's context if the warp has ended and has nothing in flight.
  void drain(unsigned context, Cycle now);
  /// Entities launched since the caller last cleared this list. Their condition is
  /// Condition::fetch, or the condition in which they were saved.
  std::vector<std::uint16_t>& launched() { return launched_; }

  // For blocks that are saved and restored.
  /// Reserves room for the saved block, which has arrived, until claim_restored(). Waiting warps
  /// cannot use this room.
  void keep_room(std::uint8_t kernel, const BlockContext& saved);
  /// Returns a slot for a saved block, and takes the resources of its warps that have not ended.
  std::uint16_t claim_restored(std::uint8_t kernel, const BlockContext& saved, Cycle now);
  void start_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now);
  /// Gives a free context to warp `index` of the block, and returns this context.
  std::uint16_t claim_context(std::uint16_t block_slot, std::uint32_t index);
  /// Launches an entity, whose context now has a warp of the block. Returns false if this part of
  /// the warp has no thread left.
  bool launch(std::uint16_t entity, std::uint16_t block_slot, Cycle now);
  /// Tells the probe and the policies that the block has come with `warps` warps.
  void show_dispatch(std::uint16_t block_slot, std::uint32_t warps, Cycle now);
  /// Returns the range of indices of the block's waiting warps. They no longer wait here.
  std::pair<std::uint32_t, std::uint32_t> take_waiting(std::uint16_t block_slot);
  /// Removes the block from its slot, and gives back its resources except those in `kept`. Reports
  /// this as `how`. `had_waiting`: some warps of the block had not started.
  void leave(std::uint16_t block_slot, SmReport::Kind how, Cycle now, Kept kept = {},
             bool had_waiting = false);

  /// Reports that a block saved by the signal has resumed.
  void report_return(std::uint16_t block_slot, std::uint64_t signal, const Restore& restore,
                     Cycle now);

  const ResourceUnit& resources() const { return resources_; }
  /// Returns the bytes of shared memory that are taken, or kept for saved blocks that have arrived.
  std::uint64_t shared_held() const { return resources_.shared_taken() + kept_room_.shared_bytes; }
  /// Whether no block is on the SM, and none has left shared memory behind.
  bool is_empty() const { return !around_.stall_book.has_blocks() && shared_held() == 0; }
  WarpSlots& slots() { return slots_; }
  bool has_waiting() const { return waiting_.any(); }
  /// Returns one line for the watchdog about the waiting warps. There must be at least one.
  std::string waiting_line() const;
  /// When a block last came to the empty SM.
  Cycle occupied_since() const { return occupied_since_; }

 private:
  /// The warps of a block that have not started. Hardware keeps them in an entry of its workload
  /// buffer.
  struct WaitingWarps {
    std::uint16_t block_slot = 0;
    std::uint32_t first = 0, end = 0;  ///< range of their indices in the block
    bool any() const { return first != end; }
  };

  /// Takes a slot for a block with `warps` unfinished warps, of which `starting` need contexts now.
  /// Takes the resources `whole` for the block, without those that it has kept. Returns the slot.
  std::uint16_t claim_slot(std::uint8_t kernel, std::uint32_t warps, std::uint32_t starting,
                           const model::Resources& whole, Cycle now, const model::BlockGrant& grant,
                           Kept kept = {});
  /// Returns and forgets the grant of the block.
  model::BlockGrant take_grant(std::uint8_t kernel, std::uint64_t block);
  /// Gives the block's parts the lanes of the grant, if the SM is divided into lanes.
  void open_lanes(const model::BlockGrant& grant, std::uint8_t kernel);
  /// Returns the resources of the saved block's unfinished warps.
  model::Resources whole_of(std::uint8_t kernel, const BlockContext& saved) const;
  /// Returns the slot that the block's placement names or, without a placement, the first free
  /// slot. Returns the number of slots if none is free.
  std::uint16_t choose_slot(const model::BlockPlacement* placement) const;
  /// Takes the resources of the first waiting warp. Returns false if this warp cannot start now.
  bool claim_waiting(Cycle now);
  policy::Room room_of(unsigned kernel) const;
  bool has_drained(unsigned context) const;
  void count_warp(unsigned context, Cycle now);
  void finish_block(std::uint16_t block_slot, Cycle now);
  /// Gives back the resources of a warp that has drained before its block ends, on SMs whose warps
  /// do not keep them until the end of the block.
  void release_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now);

  /// Notes that waiting warps may be able to start, or that an exchange of warps may be possible.
  void look_for_changes() { may_start_waiting_ = waiting_.any() || slots_.exist(); }

  std::uint16_t sm_;
  bool releases_warps_;
  Surroundings around_;
  Contexts& contexts_;
  ResourceUnit resources_;
  WarpSlots slots_;
  /// By kernel slot and block number: grants of blocks that are on their way.
  std::map<std::pair<std::uint8_t, std::uint64_t>, model::BlockGrant> grants_;
  WaitingWarps waiting_;
  /// Room for saved blocks that have arrived and not been restored yet.
  model::Resources kept_room_;
  bool may_start_waiting_ = false;
  Cycle occupied_since_ = 0;
  std::uint64_t launches_ = 0;
  std::vector<std::uint16_t> launched_;
};

}  // namespace heddle::core
