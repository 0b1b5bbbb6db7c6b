// How the slots of an SM issue in one cycle: templates that are compiled for each shape of an SM
// (core/terms/shapes.hpp). Only the cycle of an SM and the issue stage include this file.
#pragma once

#include <algorithm>
#include <type_traits>

#include "heddle/base/text/wrapped.hpp"
#include "heddle/core/issue/executor_path.hpp"
#include "heddle/core/issue/issue_stage.hpp"

namespace heddle::core {

/// Applies `how`, which changes an model::EntityMask, to a mask of any type.
template <typename Mask, typename How>
void change(Mask& mask, How&& how) {
  if constexpr (std::is_same_v<Mask, model::EntityMask>) {
    how(mask);
  } else {
    model::EntityMask all = mask;
    how(all);
    mask = model::as<Mask>(all);
  }
}

template <typename Shape>
void IssueStage::issue(Cycle now, Cycle occupied_since) {
  if constexpr (Shape::kMayBeWide) {
    if (!contexts_.are_few) return issue_of<Shape, model::EntityMask>(now, occupied_since);
  }
  issue_of<Shape, model::NarrowMask>(now, occupied_since);
}

template <typename Shape, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_of(Cycle now, Cycle occupied_since) {
  Mask available = issuable_of<Shape, Mask>(now);
  if (Shape::kMayGate && around_.gate.exists()) {
    change(available, [&](model::EntityMask& mask) { around_.gate.close(mask); });
    around_.probe.show_held(around_.gate.held());
  }
  if (Shape::kMayBeObserved && around_.probe.tells<model::WarpStateChanged>())
    around_.probe.show_states(issuable(now), now);
  const std::uint32_t slots = contexts_.shape.slots;
  exec::PartMask taken = 0;
  if (Shape::kMayCutWarps && around_.gangs.exists())
    change(available, [&](model::EntityMask& mask) { taken = issue_gangs(now, mask); });
  unsigned slot = 0;
  if (slots != 1) {
    turns_.restart(occupied_since);
    slot = turns_.first(contexts_.table, available, now);
  }
  for (std::uint32_t left = slots; left != 0; --left, slot = wrapped(slot + 1, slots))
    if (!Shape::kMayCutWarps || (taken >> slot & 1) == 0) issue_slot<Shape>(slot, now, available);
  around_.stall_book.close(now + 1);
}

template <typename Shape, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_slot(unsigned slot, Cycle now,
                                                          Mask& available) {
  const Mask candidates = available & model::as<Mask>(contexts_.slot_members[slot]);
  if (candidates.none()) return around_.stall_book.book_stall<Shape>(slot, now, now + 1);
  const unsigned entity = around_.policies.pick<Shape>(slot, candidates);
  if (entity == model::kNoEntity) return around_.stall_book.book_refusal<Shape>(slot, now);
  around_.stall_book.book_issue<Shape>(slot, entity, now);
  issue_from<Shape>(slot, static_cast<std::uint16_t>(entity), now, available);
}

template <typename Shape, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_from(unsigned slot, std::uint16_t entity,
                                                          Cycle now, Mask& available) {
  const EntityTable::State& state = contexts_.table[entity];
  const unsigned group = contexts_.group_of<Shape>(entity);
  const UnitKind first = state.next->unit;
  UnitKind unit = first;
  for (unsigned left = issue_width_;;) {
    around_.executor.execute<Shape>(slot, entity, now);
    turns_.took(unit, slot);
    if (Shape::kMayGate && around_.gate.exists())
      change(available, [&](model::EntityMask& mask) { around_.gate.issued(state.kernel, mask); });
    remove_blocked<Shape>(group, unit, now, available);
    if (--left == 0 || state.condition != Condition::ready) return;
    unit = state.next->unit;
    const bool may = !to_different_units_ || unit != first;
    if (Shape::kMayGate && around_.gate.exists() && !around_.gate.admits(entity)) return;
    if (!may || !has_place<Shape>(entity) || !around_.units.can_take<Shape>(group, unit, now))
      return;
  }
}

template <typename Shape, typename Mask>
[[gnu::always_inline]] inline Mask IssueStage::issuable_of(Cycle now) const {
  Mask mask = model::as<Mask>(contexts_.table.in(Condition::ready));
  if (mask.none() || (around_.units.all_free() <= now && around_.load_store.has_room()))
    return mask;
  if (Shape::kMayPaceLanes && contexts_.shape.sequential_lanes != 0) {
    remove_blocked_lanes(now, mask);
    return mask;
  }
  for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
    for (unsigned kind = 0; kind < kUnitKinds; ++kind)
      remove_blocked<Shape>(group, static_cast<UnitKind>(kind), now, mask);
  }
  return mask;
}

template <typename Shape, typename Mask>
[[gnu::always_inline]] inline void IssueStage::remove_blocked(unsigned group, UnitKind unit,
                                                              Cycle now, Mask& mask) const {
  if (!has_room(unit)) remove_crowded<Shape>(mask);
  const bool is_free = around_.units.can_take<Shape>(group, unit, now);
  if constexpr (!Shape::kMayCutWarps) {
    // This is a mask instead of a branch, since no predictor can foresee whether a unit is free.
    const std::uint64_t if_blocked = std::uint64_t{0} - static_cast<std::uint64_t>(!is_free);
    mask.remove(model::as<Mask>(contexts_.table.wanting(unit)) & Mask(if_blocked));
  } else if (!is_free && Shape::kMayPaceLanes && contexts_.shape.sequential_lanes != 0) {
    remove_blocked_lane(group, now, mask);
  } else if (!is_free) {
    mask.remove(model::as<Mask>(contexts_.table.wanting(unit)) &
                model::as<Mask>(contexts_.group_members[group]));
  }
}

template <typename Shape, typename Mask>
void IssueStage::remove_crowded(Mask& mask) const {
  Mask crowded = mask & model::as<Mask>(contexts_.table.wanting(UnitKind::memory));
  if (Shape::kMayKeepTenantsApart && around_.load_store.has_tenant_queues())
    crowded = of_crowded_tenants(crowded);
  if (Shape::kMayCutWarps && around_.load_store.has_open()) crowded.remove(joining(crowded));
  mask.remove(crowded);
}

template <typename Mask>
Mask IssueStage::of_crowded_tenants(const Mask& wanting) const {
  const policy::TenantSet crowded = around_.load_store.crowded();
  Mask of;
  for (unsigned tenant = 0; tenant < kKernelSlots; ++tenant)
    if (policy::is_in(crowded, tenant))
      of |= wanting & model::as<Mask>(contexts_.kernel_members[tenant]);
  return of;
}

template <typename Mask>
Mask IssueStage::joining(const Mask& wanting) const {
  Mask joining;
  wanting.for_each([&](unsigned entity) {
    if (joins(entity)) joining.set(entity);
  });
  return joining;
}

template <typename Mask>
void IssueStage::remove_blocked_lanes(Cycle now, Mask& mask) const {
  if (!has_room(UnitKind::memory)) remove_crowded<GeneralShape>(mask);
  for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group)
    remove_blocked_lane(group, now, mask);
}

template <typename Mask>
void IssueStage::remove_blocked_lane(unsigned group, Cycle now, Mask& mask) const {
  const auto& members = model::as<Mask>(contexts_.group_members[group]);
  bool is_blocked = false;
  const auto remove = [&](UnitKind unit, const Mask& wanting) {
    if (around_.units.can_take(group, unit, now)) return;
    mask.remove(wanting);
    is_blocked = true;
  };
  if (contexts_.shape.runs_in_lanes() && contexts_.shape.mixes_kinds()) {
    remove(UnitKind::sp, members);
  } else {
    for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
      const auto unit = static_cast<UnitKind>(kind);
      remove(unit, model::as<Mask>(contexts_.table.wanting(unit)) & members);
    }
  }
  if (is_blocked && contexts_.shape.parts != 1) remove_held_up(now, mask);
}

template <typename Mask>
void IssueStage::remove_held_up(Cycle now, Mask& mask) const {
  Mask held_up;
  mask.for_each([&](unsigned entity) {
    const EntityTable::State& state = contexts_.table[entity];
    contexts_.for_each_part(
        contexts_.names.warp_of(entity), state.issues_with, [&](std::uint16_t other) {
          if (!around_.units.can_take(contexts_.group_of(other), state.next->unit, now))
            held_up.set(entity);
        });
  });
  mask.remove(held_up);
}

template <typename Shape>
Cycle IssueStage::next(Cycle now, Cycle other) {
  const model::EntityMask& ready = contexts_.table.in(Condition::ready);
  if ((Shape::kMayGate && around_.gate.exists()) || (Shape::kMayCutWarps && around_.gangs.exists()))
    return next_open(ready, now, other);
  return Shape::kMayBeWide && !contexts_.are_few
             ? next_free(ready, now, other)
             : next_free(model::as<model::NarrowMask>(ready), now, other);
}

template <typename Mask>
[[gnu::always_inline]] inline Cycle IssueStage::next_free(const Mask& ready, Cycle now,
                                                          Cycle other) const {
  if (ready.none() || other <= now + 1) return other;
  if (around_.units.all_free() <= now + 1 && around_.load_store.has_room()) return now + 1;
  return next_of_busy(ready, now, other);
}

template <typename Mask>
Cycle IssueStage::next_of_busy(const Mask& ready, Cycle now, Cycle other) const {
  Cycle next = other;
  for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    const auto& wanting = model::as<Mask>(contexts_.table.wanting(unit));
    if (!ready.intersects(wanting)) continue;
    // A full queue gets room only by the work of the load-store unit, and `other` is not later than
    // this work.
    if (!has_room(unit) && !around_.load_store.has_tenant_queues()) continue;
    for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
      const bool wanted =
          contexts_.shape.lane_groups == 1 ||
          (ready & wanting).intersects(model::as<Mask>(contexts_.group_members[group]));
      if (wanted) next = std::min(next, std::max(now + 1, around_.units.next_free(group, unit)));
    }
  }
  return next;
}

}  // namespace heddle::core
