// The warp slots of an SM that holds more warps than it has slots. A warp without a slot is away:
// what it waits for goes on (its loads return, its barriers open), but it neither fetches nor
// issues. The residency policy says which warps leave their slots and which take them; contexts
// move one exchange at a time, at so many bytes a cycle: out first, then in, or both ways at the
// same time. After Lin's
// dissertation "Architectural Support for Efficient GPU Multiprogramming" (NCSU), sections 3.6.2 to
// 3.6.5. Where the residency policy holds no more warps than slots, each context is a slot, and
// nothing here is called.
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

  /// There are more contexts than slots, or may be.
  bool exist() const { return bytes_per_cycle_ != 0; }
  /// To be told of the accesses of the L1.
  model::Listener& listener() { return misses_; }

  // Blocks and warps that come and go.
  /// A block has come with so many warps, which claim contexts next: they take slots or are away.
  void arrive(std::uint16_t block_slot, std::uint32_t warps);
  /// A warp of the block that has come last has claimed the context.
  void claim(std::uint16_t context);
  /// The policies have been told that the entity was launched.
  void launched(std::uint16_t entity);
  /// The warp in the context has drained.
  void drain(std::uint16_t context);
  /// All warps of the block have.
  void leave(std::uint16_t block_slot) { residency_.block_left(block_slot); }

  // In each cycle.
  /// Before the issue stage of cycle next(): contexts arrive that have moved. Warps that take slots
  /// for the first time are added to `arrived`: the caller lets them go on.
  void advance_exchange(Cycle now, std::vector<std::uint16_t>& arrived) {
    if (due_ <= now) move_on(now, arrived);
  }
  /// At the end of the cycle: an exchange may begin. True if contexts begin to move.
  bool exchange(Cycle now) {
    const bool was_moving = due_ != kNever;
    if (stage_ == Stage::quieting) begin_when_quiet(now);
    if (stage_ == Stage::none && residency_.wants_exchange()) ask(now);
    return !was_moving && due_ != kNever;
  }
  /// When contexts arrive next.
  Cycle next() const { return due_; }

 private:
  static constexpr std::uint16_t kNoSlot = 0xFFFF;
  enum class Stage : std::uint8_t {
    none,
    quieting,  ///< results of warps that leave are still in pipelines
    out,
    in
  };

  void ask(Cycle now);
  void count(const policy::Exchange& exchange);
  /// Ends the run if the policy may not exchange these.
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
  /// The warp does not issue any more.
  void take_away(std::uint16_t entity);

  std::uint32_t bytes_per_cycle_;
  bool both_ways_;
  Contexts& contexts_;
  EntityConditions& conditions_;
  PolicyBoundary& policies_;
  SmCounters& counters_;
  MissWatch misses_;
  const ResidencyBoundary& residency_;
  std::vector<std::uint16_t> slot_of_;  ///< by context
  model::EntityMask free_slots_;
  std::uint32_t begin_ = 0;      ///< warps of the block that has come last, that are to take slots
  model::EntityMask unstarted_;  ///< launched without a slot, and away since then
  policy::Exchange moving_;
  Stage stage_ = Stage::none;
  Cycle due_ = kNever;
};

}  // namespace heddle::core
