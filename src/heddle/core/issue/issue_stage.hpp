// The issue stage of an SM. It finds the entities that may issue in a cycle, lets each slot's
// scheduler pick one, and finds the next cycle with something to issue.
#pragma once

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/stall_book.hpp"
#include "heddle/core/formed_warps/ganging_unit.hpp"
#include "heddle/core/issue/execution_units.hpp"
#include "heddle/core/issue/executor.hpp"
#include "heddle/core/issue/issue_turns.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"

namespace heddle::core {

class IssueStage {
 public:
  /// The state that the stage reads, and the units that it calls.
  struct Surroundings {
    const Contexts& contexts;
    const ExecutionUnits& units;
    const LoadStoreUnit& load_store;
    PolicyBoundary& policies;
    IssueGate& gate;
    StallBook& stall_book;
    SmProbe& probe;
    Executor& executor;
    const GangingUnit& gangs;
  };

  IssueStage(const SmSpec& spec, const ExecutionSpec& execution, const Surroundings& around);
  IssueStage(const IssueStage&) = delete;
  IssueStage& operator=(const IssueStage&) = delete;

  /// Lets each slot issue from at most one entity. The slots take turns in choosing first
  /// (issue_turns.hpp). `occupied_since`: the cycle in which a block last came to the empty SM. In
  /// that cycle slot 0 chooses first.
  template <typename Shape>
  void issue(Cycle now, Cycle occupied_since);
  /// The ready entities whose unit takes an instruction in this cycle.
  model::EntityMask issuable(Cycle now) const;
  /// Returns the next cycle after `now` in which an entity may issue or the gate may change by
  /// itself, but at most `other`, the next cycle with another event.
  template <typename Shape>
  Cycle next(Cycle now, Cycle other);
  /// Shows the queue depths, and the entities' states in the next cycle. They are shown now because
  /// the SM may sleep through that cycle.
  [[gnu::noinline]] void show_end(Cycle now);

 private:
  // `Mask` is a mask of the SM's entities: model::NarrowMask if there are few.
  template <typename Shape, typename Mask>
  void issue_of(Cycle now, Cycle occupied_since);
  template <typename Shape, typename Mask>
  Mask issuable_of(Cycle now) const;
  /// Lets gangs issue. Returns the slots that the gangs have taken. Leaves in `available` only
  /// entities that can issue alone.
  [[gnu::noinline]] exec::PartMask issue_gangs(Cycle now, model::EntityMask& available);
  /// `gangs` has the leading entity of each gang. Returns the gangs whose slots are not in `taken`
  /// and whose units have room.
  model::EntityMask with_room(const model::EntityMask& gangs, exec::PartMask taken,
                              Cycle now) const;
  template <typename Shape, typename Mask>
  void issue_slot(unsigned slot, Cycle now, Mask& available);
  /// Issues the entity's next instruction and, if the machine issues several, the ones after it.
  template <typename Shape, typename Mask>
  void issue_from(unsigned slot, std::uint16_t entity, Cycle now, Mask& available);
  /// Removes from `mask` the entities whose next instruction needs this unit of the lane group, if
  /// the unit cannot take an instruction at `now`.
  template <typename Shape = GeneralShape, typename Mask>
  void remove_blocked(unsigned group, UnitKind unit, Cycle now, Mask& mask) const;
  /// For sequential lanes: removes the entities whose lane cannot take their next instruction. The
  /// first function looks at all lane groups, the second at one.
  template <typename Mask>
  [[gnu::noinline]] void remove_blocked_lanes(Cycle now, Mask& mask) const;
  template <typename Mask>
  void remove_blocked_lane(unsigned group, Cycle now, Mask& mask) const;
  /// Removes the entities that must issue together with other parts of their warp if one of these
  /// parts finds its lane occupied.
  template <typename Mask>
  void remove_held_up(Cycle now, Mask& mask) const;
  /// next() where a gate or gangs decide which of the ready entities may issue.
  Cycle next_open(model::EntityMask open, Cycle now, Cycle other) const;
  /// Returns the next cycle in which a unit can take an instruction of one of these ready entities;
  /// returns `other` if that is earlier.
  template <typename Mask>
  Cycle next_free(const Mask& ready, Cycle now, Cycle other) const;
  /// As next_free(), where a unit may be occupied or the load-store queue full.
  template <typename Mask>
  [[gnu::noinline]] Cycle next_of_busy(const Mask& ready, Cycle now, Cycle other) const;
  bool has_room(UnitKind unit) const {
    return unit != UnitKind::memory || around_.load_store.has_room();
  }
  /// Returns whether the entity's next instruction finds room in the load-store unit, or does not
  /// need this unit. The instruction becomes an access of its own, or joins an access of this
  /// cycle.
  template <typename Shape>
  bool has_place(unsigned entity) const {
    return has_room(contexts_.table[entity].next->unit) ||
           ((Shape::kMayCutWarps || Shape::kMayKeepTenantsApart) && finds_place(entity));
  }
  /// Like has_place(), for an entity that needs the load-store unit while the unit lacks room for
  /// some entities.
  [[gnu::noinline]] bool finds_place(unsigned entity) const;
  /// Whether the entity's next instruction, a memory instruction, joins an access of this cycle.
  bool joins(unsigned entity) const;
  /// The entities of the mask that join an access of this cycle.
  template <typename Mask>
  [[gnu::noinline]] Mask joining(const Mask& wanting) const;
  /// Returns the entities of the mask whose tenants' queues have no room.
  template <typename Mask>
  Mask of_crowded_tenants(const Mask& wanting) const;
  /// Called if the load-store unit has no room for any entity, or none for some tenants. Removes
  /// the entities without room if their next instruction needs the unit and does not join an access
  /// of this cycle.
  template <typename Shape, typename Mask>
  void remove_crowded(Mask& mask) const;

  std::uint32_t issue_width_;
  /// Instructions that a slot issues in one cycle must go to different units.
  bool to_different_units_;
  IssueTurns turns_;
  const Contexts& contexts_;
  Surroundings around_;
};

}  // namespace heddle::core
