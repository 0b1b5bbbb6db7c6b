#include "heddle/core/state/async_copies.hpp"

#include <algorithm>

namespace heddle::core {

void AsyncCopies::copy(unsigned entity, LaneMask lanes, std::uint32_t access) {
  if (entity >= histories_.size()) histories_.resize(entity + 1);
  histories_[entity].push_back({Event::Kind::copy, lanes, access});
}

const AsyncCopies::History& AsyncCopies::history_of(unsigned entity) const {
  static const History kNone;
  return entity < histories_.size() ? histories_[entity] : kNone;
}

void AsyncCopies::commit(unsigned entity, LaneMask lanes) {
  // Groups without a copy in flight before them are complete, and concern no later copy.
  if (has_any(entity)) histories_[entity].push_back({Event::Kind::commit, lanes, 0});
}

LaneMask AsyncCopies::arrive(unsigned entity, LaneMask lanes, const Offsets& offsets) {
  const LaneMask waiting = lanes & lanes_in_flight(history_of(entity));
  if (waiting == 0) return lanes;
  if (free_offsets_.empty()) {
    free_offsets_.push_back(static_cast<std::uint32_t>(offsets_.size()));
    offsets_.emplace_back();
  }
  const std::uint32_t number = free_offsets_.back();
  free_offsets_.pop_back();
  offsets_[number] = offsets;
  histories_[entity].push_back({Event::Kind::arrival, waiting, number});
  return lanes & ~waiting;
}

bool AsyncCopies::must_wait_for_groups(unsigned entity, LaneMask lanes, unsigned groups) const {
  const History& history = history_of(entity);
  std::array<unsigned, kWarpSize> later{};  // groups that each lane has ended after an event
  LaneMask concerned = 0;                   // lanes that have ended more than `groups`
  for (auto event = history.rbegin(); event != history.rend(); ++event) {
    if (event->kind == Event::Kind::copy && (event->lanes & concerned) != 0) return true;
    if (event->kind != Event::Kind::commit) continue;
    for_each_lane(event->lanes & lanes, [&](unsigned lane) {
      if (++later[lane] > groups) concerned |= lane_bit(lane);
    });
  }
  return false;
}

bool AsyncCopies::must_wait_for_all(unsigned entity, LaneMask lanes) const {
  return std::ranges::any_of(history_of(entity), [&](const Event& event) {
    return event.kind == Event::Kind::copy && (event.lanes & lanes) != 0;
  });
}

LaneMask AsyncCopies::lanes_in_flight(std::span<const Event> events) {
  LaneMask lanes = 0;
  for (const Event& event : events)
    if (event.kind == Event::Kind::copy) lanes |= event.lanes;
  return lanes;
}

bool AsyncCopies::complete(History& history, std::uint32_t access) {
  const auto found = std::ranges::find_if(history, [&](const Event& event) {
    return event.kind == Event::Kind::copy && event.lanes != 0 && event.number == access;
  });
  if (found == history.end()) return false;
  found->lanes = 0;
  return true;
}

void AsyncCopies::forget_past(History& history) {
  const auto first = std::ranges::find_if(history, [](const Event& event) {
    return event.kind != Event::Kind::commit && event.lanes != 0;
  });
  for (auto event = history.begin(); event != first; ++event)
    if (event->kind == Event::Kind::arrival) free_offsets_.push_back(event->number);
  history.erase(history.begin(), first);
}

}  // namespace heddle::core
