// The warp slots of an SM that keeps more warps than it has slots. A warp without a slot is away:
// its loads return and its barriers open, but it neither fetches nor issues. The residency policy
// chooses warps that leave their slots and warps that take them. One exchange at a time moves their
// contexts, at a fixed number of bytes per cycle: first out and then in, or both ways at once. If
// the residency policy keeps no more warps than there are slots, each context is a slot, and only
// exist() is called. Source: Lin, "Architectural Support for Efficient GPU Multiprogramming",
// dissertation, NCSU, sections 3.6.2 to 3.6.5.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/miss_watch.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class WarpSlots {
 public:
  WarpSlots(const SmSpec& spec, const policy::ContextLimits& limits, Contexts& contexts,
            EntityConditions& conditions, PolicyBoundary& policies, SmCounters& counters);
  WarpSlots(const WarpSlots&) = delete;
  WarpSlots& operator=(const WarpSlots&) = delete;

  /// Whether there may be more contexts than slots.
  bool exist() const { return bytes_per_cycle_ != 0; }
  /// The listener for the L1's accesses. The caller must subscribe it.
  model::Listener& listener() { return misses_; }

  // Blocks and warps that come and go.
  /// Notes that a block of `warps` warps has come. The warps claim contexts next. The residency
  /// policy decides how many of them take slots at once. The others are *away*: they have a context
  /// but no slot.
  void arrive(std::uint16_t block_slot, std::uint32_t warps);
  /// Notes that a warp of the last block has claimed the context.
  void claim(std::uint16_t context);
  /// Notes whether the launched entity has no slot, and tells the policies if so. Called after the
  /// policies have been told of the launch.
  void launched(std::uint16_t entity);
  /// Notes that the warp in the context has drained.
  void drain(std::uint16_t context);
  /// Notes that all warps of the block have drained.
  void leave(std::uint16_t block_slot) { residency_.block_left(block_slot); }

  // Called in each cycle.
  /// Handles contexts that have moved. Called in cycle next(), before the issue stage. Adds to
  /// `arrived` the warps that take a slot for the first time. The caller lets them continue.
  void advance_exchange(Cycle now, std::vector<std::uint16_t>& arrived) {
    if (due_ <= now) move_on(now, arrived);
  }
  /// Begins an exchange if possible. Called at the end of the cycle. Returns true if contexts begin
  /// to move.
  bool exchange(Cycle now) {
    const bool was_moving = due_ != kNever;
    if (stage_ == Stage::quieting) begin_when_quiet(now);
    if (stage_ == Stage::none && residency_.wants_exchange()) ask(now);
    return !was_moving && due_ != kNever;
  }
  /// The cycle in which moving contexts arrive; kNever: none moves.
  Cycle next() const { return due_; }

 private:
  static constexpr std::uint16_t kNoSlot = 0xFFFF;
  enum class Stage : std::uint8_t {
    none,
    quieting,  ///< leaving warps still wait for results of pipelines
    out,
    in
  };

  void ask(Cycle now);
  void count(const policy::Exchange& exchange);
  /// Ends the run if the policy's exchange is not allowed.
  void check(const policy::Exchange& exchange) const;
  void begin_when_quiet(Cycle now);
  void move_on(Cycle now, std::vector<std::uint16_t>& arrived);
  void begin_in(Cycle now);
  void free_slots_of_leaving();
  bool swaps_both_ways(const policy::Exchange& exchange) const {
    return both_ways_ && exchange.out.any() && exchange.in.any();
  }
  Cycle cycles_of(const policy::Exchange& exchange) const;
  void give_slots(std::vector<std::uint16_t>& arrived);
  Cycle cycles_of(std::uint64_t bytes) const {
    return (bytes + bytes_per_cycle_ - 1) / bytes_per_cycle_;
  }
  void take_slot(std::uint16_t context);
  void free_slot(std::uint16_t context);
  /// Takes the warp's slot away. From now on the warp does not issue.
  void take_away(std::uint16_t entity);

  std::uint32_t bytes_per_cycle_;
  bool both_ways_;
  Contexts& contexts_;
  EntityConditions& conditions_;
  PolicyBoundary& policies_;
  SmCounters& counters_;
  MissWatch misses_;
  const ResidencyBoundary& residency_;
  std::vector<std::uint16_t> slot_of_;  ///< by context: the slot of its warp
  model::EntityMask free_slots_;
  std::uint32_t begin_ = 0;  ///< number of next warps of the last block that take slots; the warps
                             ///< after them are away
  model::EntityMask unstarted_;  ///< entities that were launched without a slot and have not had
                                 ///< one since
  policy::Exchange moving_;
  Stage stage_ = Stage::none;
  Cycle due_ = kNever;
};

}  // namespace heddle::core
