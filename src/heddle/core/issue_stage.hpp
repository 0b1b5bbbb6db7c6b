// The issue stage of an SM: which entities may issue in a cycle, which of them each slot's
// scheduler picks, and when the next cycle with something to issue is.
#pragma once

#include "heddle/core/contexts.hpp"
#include "heddle/core/execution_units.hpp"
#include "heddle/core/executor.hpp"
#include "heddle/core/ganging_unit.hpp"
#include "heddle/core/issue_gate.hpp"
#include "heddle/core/load_store_unit.hpp"
#include "heddle/core/policy_boundary.hpp"
#include "heddle/core/sm_probe.hpp"
#include "heddle/core/stall_book.hpp"

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

  IssueStage(const SmSpec& spec, const Surroundings& around);
  IssueStage(const IssueStage&) = delete;
  IssueStage& operator=(const IssueStage&) = delete;

  /// Each slot issues from one entity at most. In turn each slot is the first to choose, from slot
  /// 0 in cycle `occupied_since` on: the pipelines are shared.
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
  /// The load-store unit has no room, for any entity or for those of some tenants: removes these if
  /// they want it.
  template <bool kPlain, typename Mask>
  void remove_crowded(Mask& mask) const;

  std::uint32_t issue_width_;
  bool to_different_units_;  ///< the instructions of one slot and cycle
  const Contexts& contexts_;
  Surroundings around_;
};

}  // namespace heddle::core
