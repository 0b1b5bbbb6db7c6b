#include "heddle/core/issue/issue_stage.hpp"

#include <algorithm>
#include <type_traits>

#include "heddle/base/text/wrapped.hpp"

namespace heddle::core {

using model::as;
using model::EntityMask;
using model::NarrowMask;

namespace {

/// Applies `how`, which changes an EntityMask, to a mask of any type.
template <typename Mask, typename How>
void change(Mask& mask, How&& how) {
  if constexpr (std::is_same_v<Mask, EntityMask>) {
    how(mask);
  } else {
    EntityMask all = mask;
    how(all);
    mask = as<Mask>(all);
  }
}

}  // namespace

IssueStage::IssueStage(const SmSpec& spec, const ExecutionSpec& execution,
                       const Surroundings& around)
    : issue_width_(spec.issue_width),
      to_different_units_(spec.issue_to_different_units),
      turns_(spec.issue_turns, execution, around.contexts.shape.slots),
      contexts_(around.contexts),
      around_(around) {}

template <bool kPlain>
void IssueStage::issue(Cycle now, Cycle occupied_since) {
  if constexpr (kPlain) {
    issue_of<true, NarrowMask>(now, occupied_since);
  } else {
    contexts_.are_few ? issue_of<false, NarrowMask>(now, occupied_since)
                      : issue_of<false, EntityMask>(now, occupied_since);
  }
}

template void IssueStage::issue<true>(Cycle, Cycle);
template void IssueStage::issue<false>(Cycle, Cycle);

EntityMask IssueStage::issuable(Cycle now) const {
  return contexts_.are_few ? issuable_of<NarrowMask>(now) : issuable_of<EntityMask>(now);
}

template <bool kPlain, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_of(Cycle now, Cycle occupied_since) {
  Mask available = issuable_of<Mask, kPlain>(now);
  if (!kPlain && around_.gate.exists()) {
    change(available, [&](EntityMask& mask) { around_.gate.close(mask); });
    around_.probe.show_held(around_.gate.held());
  }
  if (!kPlain && around_.probe.tells<model::WarpStateChanged>())
    around_.probe.show_states(issuable(now), now);
  const std::uint32_t slots = contexts_.shape.slots;
  exec::PartMask taken = 0;
  if (!kPlain && around_.gangs.exists())
    change(available, [&](EntityMask& mask) { taken = issue_gangs(now, mask); });
  unsigned slot = 0;
  if (slots != 1) {
    turns_.restart(occupied_since);
    slot = turns_.first(contexts_.table, available, now);
  }
  for (std::uint32_t left = slots; left != 0; --left, slot = wrapped(slot + 1, slots))
    if (kPlain || (taken >> slot & 1) == 0) issue_slot<kPlain>(slot, now, available);
  around_.stall_book.close(now + 1);
}

exec::PartMask IssueStage::issue_gangs(Cycle now, EntityMask& available) {
  EntityMask gangs = around_.gangs.together(available);
  available = around_.gangs.alone(available);
  exec::PartMask taken = 0;
  for (unsigned left = contexts_.shape.gangs.per_cycle; left != 0; --left) {
    gangs = with_room(gangs, taken, now);
    if (gangs.none()) break;
    const unsigned entity = around_.policies.pick_gang(gangs);
    if (entity == model::kNoEntity) break;
    const exec::PartMask parts = around_.gangs.parts_of(entity);
    contexts_.for_each_part(contexts_.names.warp_of(entity), parts, [&](std::uint16_t member) {
      around_.stall_book.book_issue(contexts_.names.part_of(member), member, now);
    });
    around_.executor.execute_gang(static_cast<std::uint16_t>(entity), parts, now);
    if (around_.gate.exists()) around_.gate.issued(contexts_.table[entity].kernel, available);
    taken |= parts;
  }
  // Parts that have met in this cycle issue in the next cycle. By then, units may be full.
  EntityMask met;
  available.for_each(
      [&](unsigned entity) { met.assign(entity, contexts_.table[entity].issues_with != 0); });
  available.remove(met);
  if (!has_room(UnitKind::memory)) remove_crowded<false>(available);
  return taken;
}

EntityMask IssueStage::with_room(const EntityMask& gangs, exec::PartMask taken, Cycle now) const {
  EntityMask left = gangs;
  gangs.for_each([&](unsigned entity) {
    const exec::PartMask parts = around_.gangs.parts_of(entity);
    // A gang may dissolve when it issues.
    bool has = parts != 0 && (parts & taken) == 0;
    contexts_.for_each_part(contexts_.names.warp_of(entity), parts, [&](std::uint16_t member) {
      const UnitKind unit = contexts_.table[entity].next->unit;
      has = has && has_place<false>(member) &&
            around_.units.can_take(contexts_.group_of(member), unit, now);
    });
    if (!has) left.clear(entity);
  });
  return left;
}

template <bool kPlain, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_slot(unsigned slot, Cycle now,
                                                          Mask& available) {
  const Mask candidates = available & as<Mask>(contexts_.slot_members[slot]);
  if (candidates.none()) return around_.stall_book.book_stall<kPlain>(slot, now, now + 1);
  const unsigned entity = around_.policies.pick<kPlain>(slot, candidates);
  if (entity == model::kNoEntity) return around_.stall_book.book_refusal<kPlain>(slot, now);
  around_.stall_book.book_issue<kPlain>(slot, entity, now);
  issue_from<kPlain>(slot, static_cast<std::uint16_t>(entity), now, available);
}

template <bool kPlain, typename Mask>
[[gnu::always_inline]] inline void IssueStage::issue_from(unsigned slot, std::uint16_t entity,
                                                          Cycle now, Mask& available) {
  const EntityTable::State& state = contexts_.table[entity];
  const unsigned group = contexts_.group_of<kPlain>(entity);
  const UnitKind first = state.next->unit;
  UnitKind unit = first;
  for (unsigned left = issue_width_;;) {
    around_.executor.execute<kPlain>(slot, entity, now);
    turns_.took(unit, slot);
    if (!kPlain && around_.gate.exists())
      change(available, [&](EntityMask& mask) { around_.gate.issued(state.kernel, mask); });
    remove_blocked<kPlain>(group, unit, now, available);
    if (--left == 0 || state.condition != Condition::ready) return;
    unit = state.next->unit;
    const bool may = !to_different_units_ || unit != first;
    if (!kPlain && around_.gate.exists() && !around_.gate.admits(entity)) return;
    if (!may || !has_place<kPlain>(entity) || !around_.units.can_take<kPlain>(group, unit, now))
      return;
  }
}

template <typename Mask, bool kPlain>
[[gnu::always_inline]] inline Mask IssueStage::issuable_of(Cycle now) const {
  Mask mask = as<Mask>(contexts_.table.in(Condition::ready));
  if (mask.none() || (around_.units.all_free() <= now && around_.load_store.has_room()))
    return mask;
  if (!kPlain && contexts_.shape.sequential_lanes != 0) {
    remove_blocked_lanes(now, mask);
    return mask;
  }
  for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
    for (unsigned kind = 0; kind < kUnitKinds; ++kind)
      remove_blocked<kPlain>(group, static_cast<UnitKind>(kind), now, mask);
  }
  return mask;
}

template <bool kPlain, typename Mask>
[[gnu::always_inline]] inline void IssueStage::remove_blocked(unsigned group, UnitKind unit,
                                                              Cycle now, Mask& mask) const {
  if (!has_room(unit)) remove_crowded<kPlain>(mask);
  const bool is_free = around_.units.can_take<kPlain>(group, unit, now);
  if constexpr (kPlain) {
    // This is a mask instead of a branch, since no predictor can foresee whether a unit is free.
    const std::uint64_t if_blocked = std::uint64_t{0} - static_cast<std::uint64_t>(!is_free);
    mask.remove(as<Mask>(contexts_.table.wanting(unit)) & Mask(if_blocked));
  } else if (!is_free && contexts_.shape.sequential_lanes != 0) {
    remove_blocked_lane(group, now, mask);
  } else if (!is_free) {
    mask.remove(as<Mask>(contexts_.table.wanting(unit)) & as<Mask>(contexts_.group_members[group]));
  }
}

template <bool kPlain, typename Mask>
void IssueStage::remove_crowded(Mask& mask) const {
  const auto& wanting = as<Mask>(contexts_.table.wanting(UnitKind::memory));
  if constexpr (kPlain) {
    mask.remove(wanting);
  } else {
    Mask crowded = mask & wanting;
    if (around_.load_store.has_tenant_queues()) crowded = of_crowded_tenants(crowded);
    if (around_.load_store.has_open()) crowded.remove(joining(crowded));
    mask.remove(crowded);
  }
}

template <typename Mask>
Mask IssueStage::of_crowded_tenants(const Mask& wanting) const {
  const policy::TenantSet crowded = around_.load_store.crowded();
  Mask of;
  for (unsigned tenant = 0; tenant < kKernelSlots; ++tenant)
    if (policy::is_in(crowded, tenant)) of |= wanting & as<Mask>(contexts_.kernel_members[tenant]);
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

bool IssueStage::finds_place(unsigned entity) const {
  const bool has_queue_with_room =
      around_.load_store.has_tenant_queues() &&
      !policy::is_in(around_.load_store.crowded(), contexts_.table[entity].kernel);
  return has_queue_with_room || joins(entity);
}

bool IssueStage::joins(unsigned entity) const {
  if (!around_.load_store.has_open()) return false;
  const EntityTable::State& state = contexts_.table[entity];
  const exec::StackEntry& path = state.warp->path(contexts_.names.part_of(entity));
  return around_.load_store.can_join({.form = state.next->form,
                                      .kernel = state.kernel,
                                      .pc = state.next->pc,
                                      .row_base = path.row_base,
                                      .lanes = path.lanes});
}

template <typename Mask>
void IssueStage::remove_blocked_lanes(Cycle now, Mask& mask) const {
  if (!has_room(UnitKind::memory)) remove_crowded<false>(mask);
  for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group)
    remove_blocked_lane(group, now, mask);
}

template <typename Mask>
void IssueStage::remove_blocked_lane(unsigned group, Cycle now, Mask& mask) const {
  const auto& members = as<Mask>(contexts_.group_members[group]);
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
      remove(unit, as<Mask>(contexts_.table.wanting(unit)) & members);
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

void IssueStage::show_end(Cycle now) {
  if (around_.probe.tells<model::WarpStateChanged>())
    around_.probe.show_states(issuable(now + 1), now + 1);
  around_.probe.show_depths(around_.load_store.depths(now));
}

template <bool kPlain>
Cycle IssueStage::next(Cycle now, Cycle other) {
  if (kPlain || (!around_.gate.exists() && !around_.gangs.exists())) {
    const EntityMask& ready = contexts_.table.in(Condition::ready);
    return kPlain || contexts_.are_few ? next_free(as<NarrowMask>(ready), now, other)
                                       : next_free(ready, now, other);
  }
  EntityMask open = contexts_.table.in(Condition::ready);
  if (around_.gate.exists()) other = std::min(other, around_.gate.close(open));
  if (around_.gangs.exists()) open = around_.gangs.alone(open) | around_.gangs.together(open);
  return next_free(open, now, other);
}

template Cycle IssueStage::next<true>(Cycle, Cycle);
template Cycle IssueStage::next<false>(Cycle, Cycle);

template <typename Mask>
Cycle IssueStage::next_free(const Mask& ready, Cycle now, Cycle other) const {
  if (ready.none() || other <= now + 1) return other;
  if (around_.units.all_free() <= now + 1 && around_.load_store.has_room()) return now + 1;
  Cycle next = other;
  for (unsigned kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    const auto& wanting = as<Mask>(contexts_.table.wanting(unit));
    if (!ready.intersects(wanting)) continue;
    // A full queue gets room only by the work of the load-store unit, and `other` is not later than
    // this work.
    if (!has_room(unit) && !around_.load_store.has_tenant_queues()) continue;
    for (unsigned group = 0; group < contexts_.shape.lane_groups; ++group) {
      const bool wanted = contexts_.shape.lane_groups == 1 ||
                          (ready & wanting).intersects(as<Mask>(contexts_.group_members[group]));
      if (wanted) next = std::min(next, std::max(now + 1, around_.units.next_free(group, unit)));
    }
  }
  return next;
}

}  // namespace heddle::core
