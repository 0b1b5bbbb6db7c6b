#include "heddle/core/formed_warps/ganging_unit.hpp"

#include <algorithm>
#include <bit>

#include "heddle/exec/sync/meeting.hpp"

namespace heddle::core {

using exec::PartMask;
using model::EntityMask;

namespace {

/// Calls visit(part) for each part number in the mask, lowest first.
template <typename Visit>
void for_each_part(unsigned parts, Visit&& visit) {
  for (; parts != 0; parts &= parts - 1) visit(static_cast<unsigned>(std::countr_zero(parts)));
}

PartMask only(unsigned part) { return static_cast<PartMask>(1u << part); }

}  // namespace

GangingUnit::GangingUnit(Contexts& contexts, EntityConditions& conditions, FrontEnd& front_end)
    : shape_(contexts.shape.gangs),
      contexts_(contexts),
      conditions_(conditions),
      front_end_(front_end),
      meeting_until_(exists() ? contexts.entities() : 0) {}

void GangingUnit::form(std::span<const std::uint16_t> launched) {
  for (std::size_t i = 0; i < launched.size(); ++i) {
    const unsigned context = contexts_.names.warp_of(launched[i]);
    if (i != 0 && contexts_.names.warp_of(launched[i - 1]) == context) continue;
    // A warp that was saved before its first instruction was also a single gang.
    const bool is_new = contexts_.instructions_of(context) == 0;
    if (is_new || !shape_.form)
      contexts_.gangs.form(context, shape_.form ? live_parts(context) : PartMask{0});
    else if (merges_by_visits() && has_split(context))
      moved_.set(context);
    contexts_.for_each_part(context, [&](std::uint16_t entity) { meeting_.clear(entity); });
  }
}

PartMask GangingUnit::live_parts(unsigned context) const {
  PartMask live = 0;
  const exec::Warp& warp = contexts_.warps[context];
  for (unsigned part = 0; part < contexts_.shape.parts; ++part)
    if (!warp.done(part)) live |= only(part);
  return live;
}

bool GangingUnit::at_one_place(unsigned context, unsigned part, unsigned other) const {
  const EntityTable::State& a = contexts_.table[contexts_.names.entity(context, part)];
  const EntityTable::State& b = contexts_.table[contexts_.names.entity(context, other)];
  const bool waits = a.condition == Condition::barrier;
  return waits == (b.condition == Condition::barrier) && (!waits || a.barrier == b.barrier) &&
         exec::at_same_place(contexts_.warps[context], part, other);
}

GangingUnit::Places GangingUnit::places(unsigned context) const {
  Places places{};
  const PartMask live = live_parts(context);
  for_each_part(live, [&](unsigned part) {
    places[part] = static_cast<std::uint8_t>(part);
    for (unsigned other = 0; other < part; ++other) {
      if ((live >> other & 1) == 0 || !at_one_place(context, part, other)) continue;
      places[part] = places[other];
      break;
    }
  });
  return places;
}

void GangingUnit::executed(unsigned context, PartMask parts, Cycle now) {
  const PartMask live = live_parts(context);
  const auto ended = static_cast<PartMask>(parts & ~live);
  if (ended != 0) contexts_.gangs.drop(context, ended);
  const unsigned first =
      contexts_.names.entity(context, static_cast<unsigned>(std::countr_zero(parts)));
  if (std::popcount(parts) > 1 || contexts_.gangs.gang_of(first) != 0)
    contexts_.gangs.split(context, places(context));
  if (shape_.reform_entities == 0 || !has_split(context)) return;
  if (shape_.reform == policy::Reform::visit) {
    moved_.set(context);
  } else {
    contexts_.for_each_part(context, static_cast<PartMask>(parts & live),
                            [&](std::uint16_t entity) { arrived_.set(entity); });
  }
  if (shape_.sync_wait != 0) wait_to_meet(context, parts & live, now);
}

bool GangingUnit::has_split(unsigned context) const {
  const PartMask live = live_parts(context);
  return std::popcount(live) > 1 &&
         contexts_.gangs.gang_of(contexts_.names.entity(
             context, static_cast<unsigned>(std::countr_zero(live)))) != live;
}

void GangingUnit::wait_to_meet(unsigned context, PartMask parts, Cycle now) {
  contexts_.for_each_part(context, parts, [&](std::uint16_t entity) {
    const DecodedInstruction* const next = contexts_.table[entity].next;
    if (next == nullptr || !next->reconverges) return;
    meeting_.set(entity);
    meeting_until_[entity] = now + shape_.sync_wait;
  });
}

void GangingUnit::end_waits(Cycle now) {
  EntityMask over;
  meeting_.for_each([&](unsigned entity) {
    const unsigned context = contexts_.names.warp_of(entity);
    if (meeting_until_[entity] <= now || !has_split(context)) over.set(entity);
  });
  meeting_.remove(over);
}

void GangingUnit::settle(Cycle now) {
  if (shape_.split_memory != policy::MemorySplit::none) split_by_memory();
  if (shape_.reform_entities != 0)
    shape_.reform == policy::Reform::visit ? visit_next(now) : merge_arrived(now);
  if (meeting_.any()) end_waits(now);
}

void GangingUnit::split_by_memory() {
  EntityMask waiting;
  (contexts_.gangs.ganged() & contexts_.table.in(Condition::scoreboard_memory))
      .for_each([&](unsigned entity) {
        const EntityTable::State& state = contexts_.table[entity];
        if (state.scoreboard.waits_for_far(state.next->uses)) waiting.set(entity);
      });
  const EntityMask left = (waiting_ & contexts_.gangs.ganged()).without(waiting);
  waiting_ = waiting;
  left.for_each([&](unsigned entity) {
    const unsigned context = contexts_.names.warp_of(entity);
    const unsigned first = contexts_.home_of(context);
    const unsigned count = contexts_.shape.parts;
    const PartMask gang = contexts_.gangs.gang_of(entity);
    const auto have = static_cast<PartMask>(left.bits(first, count) & gang);
    if ((waiting_.bits(first, count) & gang) == 0)
      return;  // no member still waits, or the gang has been split above
    contexts_.gangs.drop(context, shape_.split_memory == policy::MemorySplit::group ? have : gang);
    if (shape_.split_memory == policy::MemorySplit::group && std::popcount(have) > 1)
      contexts_.gangs.merge(context, have);
    if (merges_by_visits()) moved_.set(context);
  });
}

bool GangingUnit::may_gang(unsigned entity) const {
  const EntityTable::State& state = contexts_.table[entity];
  switch (state.condition) {
    case Condition::ready:
      return state.issues_with == 0;
    case Condition::scoreboard_memory:
    case Condition::scoreboard_compute:
    case Condition::memory_order:
    case Condition::barrier:
    case Condition::fetch:
      return true;
    default:
      return false;
  }
}

void GangingUnit::visit_next(Cycle now) {
  const auto merges = [&](unsigned context) {
    return merge(context, now, [](unsigned) { return true; });
  };
  // In the skipped cycles, a visit would have found nothing, since no context had moved.
  const auto count = static_cast<unsigned>(contexts_.warps.size());
  if (shape_.visits_all) {
    visit_ = static_cast<unsigned>((visit_ + (now - visited_)) % count);
    visited_ = now;
    if (moved_.test(visit_) && !merges(visit_)) moved_.clear(visit_);
    return;
  }
  if (moved_.none()) return;
  unsigned context = moved_.first_from(visit_);
  if (context >= count) context = moved_.first();
  visit_ = context + 1 < count ? context + 1 : 0;
  if (!merges(context)) moved_.clear(context);
}

void GangingUnit::note_waits() {
  const EntityMask waits =
      contexts_.table.in(Condition::barrier) | contexts_.table.in(Condition::service);
  arrived_ |= detained_.without(waits);
  arrived_.remove(waits);
  detained_ = waits;
}

void GangingUnit::merge_arrived(Cycle now) {
  note_waits();
  // Entities that wait where paths reconverge can merge with entities that arrive there.
  const EntityMask open = arrived_ | meeting_;
  while (arrived_.any()) {
    unsigned entity = arrived_.first_from(contexts_.home_of(visit_));
    if (entity >= contexts_.entities()) entity = arrived_.first();
    const unsigned context = contexts_.names.warp_of(entity);
    contexts_.for_each_part(context, [&](std::uint16_t part) { arrived_.clear(part); });
    if (!merge(context, now, [&](unsigned part) { return open.test(part); })) continue;
    visit_ = context + 1 < contexts_.warps.size() ? context + 1 : 0;
    arrived_ = {};
  }
}

template <typename May>
bool GangingUnit::merge(unsigned context, Cycle now, May&& may) {
  const PartMask live = live_parts(context);
  const auto takes_part = [&](unsigned entity) { return may(entity) && may_gang(entity); };
  for (unsigned first = 0; first < contexts_.shape.parts; ++first) {
    if ((live >> first & 1) == 0 || !takes_part(contexts_.names.entity(context, first))) continue;
    PartMask merged = 0;
    unsigned entities = 0;
    for_each_part(live & ~((1u << first) - 1), [&](unsigned part) {
      const unsigned entity = contexts_.names.entity(context, part);
      if (entities == shape_.reform_entities || (merged >> part & 1) != 0) return;
      if (!takes_part(entity) || !at_one_place(context, first, part)) return;
      const PartMask gang = contexts_.gangs.gang_of(entity);
      merged |= gang != 0 ? gang : only(part);
      ++entities;
    });
    if (entities < 2) continue;
    contexts_.gangs.merge(context, merged);
    fetch_anew(context, merged, now);
    return true;
  }
  return false;
}

void GangingUnit::fetch_anew(unsigned context, PartMask parts, Cycle now) {
  contexts_.for_each_part(context, parts, [&](std::uint16_t entity) {
    if (contexts_.table[entity].condition == Condition::barrier) return;
    conditions_.set(entity, Condition::fetch);
  });
  front_end_.fetch_anew(context, parts, now);
}

Cycle GangingUnit::next(Cycle now) const {
  if (moved_.any()) return now + 1;
  Cycle next = kNever;
  meeting_.for_each([&](unsigned entity) { next = std::min(next, meeting_until_[entity]); });
  return std::max(next, now + 1);
}

EntityMask GangingUnit::alone(const EntityMask& available) const {
  return available.without(contexts_.gangs.ganged() | meeting_);
}

EntityMask GangingUnit::together(const EntityMask& available) const {
  EntityMask together;
  const unsigned parts = contexts_.shape.parts;
  const EntityMask open = available.without(meeting_);
  open.for_each([&](unsigned entity) {
    if (contexts_.table[entity].issues_with != 0) return together.set(entity);
    if (!contexts_.gangs.leaders().test(entity)) return;
    const PartMask gang = contexts_.gangs.gang_of(entity);
    const unsigned first = contexts_.home_of(contexts_.names.warp_of(entity));
    if ((open.bits(first, parts) & gang) == gang) together.set(entity);
  });
  return together;
}

PartMask GangingUnit::parts_of(unsigned entity) const {
  const PartMask meets = contexts_.table[entity].issues_with;
  return meets != 0 ? meets : contexts_.gangs.gang_of(entity);
}

}  // namespace heddle::core
