// The issue stage of an SM: which entities may issue in a cycle, which of them each slot's
// scheduler picks, and when the next cycle with something to issue is.
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
  /// What the stage decides from and tells.
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

  /// Each slot issues from one entity at most. Slots are the first to choose in turn
  /// (issue_turns.hpp), slot 0 where the SM has had blocks since cycle `occupied_since`.
  template <bool kPlain>
  void issue(Cycle now, Cycle occupied_since);
  /// Entities that are ready and whose unit takes an instruction in the cycle.
  model::EntityMask issuable(Cycle now) const;
  /// The next cycle after `now` in which an entity may issue, or the gate may change by itself.
  /// `other`: the next cycle in which something else happens; no later cycle is looked for.
  template <bool kPlain>
  Cycle next(Cycle now, Cycle other);
  /// Shows what holds from the next cycle on, since the SM may sleep through it, and the queues.
  [[gnu::noinline]] void show_end(Cycle now);

 private:
  // `kPlain`: the SM is plain (plain_shape.hpp).
  // `Mask` holds the SM's entities: model::NarrowMask where there are few.
  template <bool kPlain, typename Mask>
  void issue_of(Cycle now, Cycle occupied_since);
  template <typename Mask, bool kPlain = false>
  Mask issuable_of(Cycle now) const;
  /// Gangs issue. Returns the slots that they have taken, and leaves in `available` the entities
  /// that can issue alone.
  [[gnu::noinline]] exec::PartMask issue_gangs(Cycle now, model::EntityMask& available);
  /// Of these that stand for gangs those whose slots are not taken, and whose units have room.
  model::EntityMask with_room(const model::EntityMask& gangs, exec::PartMask taken,
                              Cycle now) const;
  template <bool kPlain, typename Mask>
  void issue_slot(unsigned slot, Cycle now, Mask& available);
  /// Issues the entity's next instruction and, where a scheduler may, the one after it.
  template <bool kPlain, typename Mask>
  void issue_from(unsigned slot, std::uint16_t entity, Cycle now, Mask& available);
  /// Removes the entities from `mask` whose next instruction wants a full unit of the lane group.
  template <bool kPlain = false, typename Mask>
  void remove_blocked(unsigned group, UnitKind unit, Cycle now, Mask& mask) const;
  /// Where lanes are sequential: removes the entities whose lane does not take their next
  /// instruction, of all lanes or of one group.
  template <typename Mask>
  [[gnu::noinline]] void remove_blocked_lanes(Cycle now, Mask& mask) const;
  template <typename Mask>
  void remove_blocked_lane(unsigned group, Cycle now, Mask& mask) const;
  /// Removes the entities that issue together with others of their warp, and the lane of one of
  /// these is not free.
  template <typename Mask>
  void remove_held_up(Cycle now, Mask& mask) const;
  /// The next cycle in which a unit takes an instruction of these ready entities, or `other`.
  template <typename Mask>
  Cycle next_free(const Mask& ready, Cycle now, Cycle other) const;
  bool has_room(UnitKind unit) const {
    return unit != UnitKind::memory || around_.load_store.has_room();
  }
  /// Whether the load-store unit takes the entity's next instruction, if that wants it: as an
  /// access of its own, or as a part of one of this cycle.
  template <bool kPlain>
  bool has_place(unsigned entity) const {
    return has_room(contexts_.table[entity].next->unit) || (!kPlain && finds_place(entity));
  }
  /// The same of an entity that wants the load-store unit, where it has no room for all.
  [[gnu::noinline]] bool finds_place(unsigned entity) const;
  /// Whether the entity's next instruction, which accesses memory, becomes a part of an access of
  /// this cycle.
  bool joins(unsigned entity) const;
  /// Those of the mask that join an access of this cycle.
  template <typename Mask>
  [[gnu::noinline]] Mask joining(const Mask& wanting) const;
  /// Of these entities those of tenants without room.
  template <typename Mask>
  Mask of_crowded_tenants(const Mask& wanting) const;
  /// The load-store unit has no room, for any entity or for those of some tenants: removes these if
  /// they want it and do not join an access of this cycle.
  template <bool kPlain, typename Mask>
  void remove_crowded(Mask& mask) const;

  std::uint32_t issue_width_;
  bool to_different_units_;  ///< the instructions of one slot and cycle
  IssueTurns turns_;
  const Contexts& contexts_;
  Surroundings around_;
};

}  // namespace heddle::core
