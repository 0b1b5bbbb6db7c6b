#include "heddle/core/residents/warp_slots.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

// Functions that the code of each cycle can call are marked cold. An SM whose warps keep their
// slots never calls them, and inlining must not enlarge their callers.
namespace heddle::core {

using model::EntityMask;

WarpSlots::WarpSlots(const SmSpec& spec, const policy::ContextLimits& limits, Contexts& contexts,
                     EntityConditions& conditions, PolicyBoundary& policies, SmCounters& counters)
    : bytes_per_cycle_(limits.bytes_per_cycle),
      both_ways_(limits.both_ways),
      contexts_(contexts),
      conditions_(conditions),
      policies_(policies),
      counters_(counters),
      misses_(contexts, conditions),
      residency_(policies.residency()) {
  if (!exist()) return;
  slot_of_.assign(contexts.warps.size(), kNoSlot);
  for (unsigned slot = 0; slot < spec.warps; ++slot) free_slots_.set(slot);
  for (EntityMask& members : contexts_.slot_members) members = {};
  conditions_.watch_misses(contexts.away);
}

[[gnu::cold, gnu::noinline]] void WarpSlots::arrive(std::uint16_t block_slot, std::uint32_t warps) {
  begin_ = residency_.begin(block_slot, warps, free_slots_.count());
}

[[gnu::cold, gnu::noinline]] void WarpSlots::claim(std::uint16_t context) {
  if (begin_ == 0) return contexts_.away.set(context);
  --begin_;
  contexts_.away.clear(context);
  take_slot(context);
  contexts_.slot_members[contexts_.places[context].slot].set(context);
}

[[gnu::cold, gnu::noinline]] void WarpSlots::launched(std::uint16_t entity) {
  unstarted_.assign(entity, contexts_.away.test(entity));
  if (!contexts_.away.test(entity)) return;
  policies_.tell("warp_away", [&](policy::SmPolicy& policy) { policy.warp_away(entity); });
}

void WarpSlots::take_slot(std::uint16_t context) {
  const unsigned slot = free_slots_.first();
  free_slots_.clear(slot);
  slot_of_[context] = static_cast<std::uint16_t>(slot);
  contexts_.places[context].slot = static_cast<std::uint16_t>(slot % contexts_.shape.slots);
}

void WarpSlots::free_slot(std::uint16_t context) {
  residency_.request_exchange();
  free_slots_.set(slot_of_[context]);
  slot_of_[context] = kNoSlot;
}

[[gnu::cold, gnu::noinline]] void WarpSlots::drain(std::uint16_t context) {
  if (contexts_.away.test(context)) return contexts_.away.clear(context);
  contexts_.slot_members[contexts_.places[context].slot].clear(context);
  free_slot(context);
}

[[gnu::cold, gnu::noinline]] void WarpSlots::ask(Cycle now) {
  moving_ = residency_.exchange(free_slots_.count());
  if (moving_.out.none() && moving_.in.none()) return;
  check(moving_);
  count(moving_);
  moving_.out.for_each([&](unsigned entity) { take_away(static_cast<std::uint16_t>(entity)); });
  stage_ = Stage::quieting;
  begin_when_quiet(now);
}

void WarpSlots::count(const policy::Exchange& exchange) {
  const EntityMask& first = exchange.out.any() ? exchange.out : exchange.in;
  ExchangeCounts& counts = counters_.exchanges[contexts_.table[first.first()].kernel];
  ++counts.exchanges;
  counts.warps_out += exchange.out.count();
  counts.warps_in += exchange.in.count();
  counts.bytes += exchange.bytes_out + exchange.bytes_in;
  counts.cycles += cycles_of(exchange);
}

Cycle WarpSlots::cycles_of(const policy::Exchange& exchange) const {
  const Cycle out = cycles_of(exchange.bytes_out), in = cycles_of(exchange.bytes_in);
  return swaps_both_ways(exchange) ? std::max(out, in) : out + in;
}

void WarpSlots::check(const policy::Exchange& exchange) const {
  EntityMask may_leave;
  exchange.out.for_each([&](unsigned entity) {
    may_leave.assign(entity, entity < contexts_.entities() && slot_of_[entity] != kNoSlot &&
                                 !contexts_.away.test(entity) && conditions_.waits_long(entity));
  });
  if (!exchange.out.is_within(may_leave)) {
    residency_.refuse_exchange(
        "that " + policy::in_words(exchange.out.without(may_leave)) + " leave their slots",
        "that of warps that have slots and wait for memory, peers or the host");
  }
  if (!exchange.in.is_within(contexts_.away)) {
    residency_.refuse_exchange(
        "that " + policy::in_words(exchange.in.without(contexts_.away)) + " take slots",
        "that of warps that are away: " + policy::in_words(contexts_.away));
  }
  const unsigned room = free_slots_.count() + exchange.out.count();
  if (exchange.in.count() > room)
    residency_.refuse_exchange(fmt::format("that {} warps take slots", exchange.in.count()),
                               fmt::format("that of {} at most", room));
}

void WarpSlots::take_away(std::uint16_t entity) {
  contexts_.slot_members[contexts_.places[entity].slot].clear(entity);
  contexts_.away.set(entity);
  policies_.tell("warp_away", [&](policy::SmPolicy& policy) { policy.warp_away(entity); });
}

[[gnu::cold, gnu::noinline]] void WarpSlots::begin_when_quiet(Cycle now) {
  bool quiet = true;
  moving_.out.for_each([&](unsigned entity) { quiet &= contexts_.table[entity].results == 0; });
  if (!quiet) return;
  stage_ = Stage::out;
  due_ = now + cycles_of(moving_.bytes_out);
  if (swaps_both_ways(moving_)) {
    free_slots_of_leaving();
    begin_in(now);
    due_ = now + cycles_of(moving_);
  } else if (moving_.out.none()) {
    begin_in(now);
  }
  due_ = std::max(due_, now + 1);
}

void WarpSlots::free_slots_of_leaving() {
  moving_.out.for_each([&](unsigned entity) { free_slot(static_cast<std::uint16_t>(entity)); });
}

void WarpSlots::begin_in(Cycle now) {
  stage_ = Stage::in;
  moving_.in.for_each([&](unsigned entity) { take_slot(static_cast<std::uint16_t>(entity)); });
  due_ = now + cycles_of(moving_.bytes_in);
}

[[gnu::cold, gnu::noinline]] void WarpSlots::move_on(Cycle now,
                                                     std::vector<std::uint16_t>& arrived) {
  if (stage_ == Stage::out) {
    free_slots_of_leaving();
    begin_in(now);
    if (due_ > now && moving_.in.any()) return;
  }
  give_slots(arrived);
  stage_ = Stage::none;
  due_ = kNever;
}

void WarpSlots::give_slots(std::vector<std::uint16_t>& arrived) {
  moving_.in.for_each([&](unsigned index) {
    const auto entity = static_cast<std::uint16_t>(index);
    contexts_.away.clear(entity);
    contexts_.slot_members[contexts_.places[entity].slot].set(entity);
    policies_.tell("warp_present", [&](policy::SmPolicy& policy) { policy.warp_present(entity); });
    const Condition condition = contexts_.table[entity].condition;
    if (condition == Condition::away) conditions_.set(entity, Condition::ready);
    if (unstarted_.test(entity)) arrived.push_back(entity);
    unstarted_.clear(entity);
  });
}

}  // namespace heddle::core
