// Asynchronous copies of each entity that are in flight, their groups, and the arrivals on barriers
// in shared memory that wait for them. Groups belong to threads: a thread's wait for groups
// concerns the copies of this thread only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class AsyncCopies {
 public:
  /// Offsets of barriers in shared memory, by lane.
  using Offsets = std::array<std::uint32_t, kWarpSize>;
  /// An arrival that is due: the lanes whose copies are complete.
  struct Arrival {
    LaneMask lanes = 0;
    const Offsets* offsets = nullptr;
  };

  /// Notes a copy of these lanes. `access`: its id in the load-store unit.
  void copy(unsigned entity, LaneMask lanes, std::uint32_t access);
  /// Whether something is left of the entity's copies.
  bool has_any(unsigned entity) const { return !history_of(entity).empty(); }
  /// Ends a group of each of these lanes.
  void commit(unsigned entity, LaneMask lanes);
  /// Notes that the lanes arrive on barriers when their copies so far are complete. Returns the
  /// lanes for which this is so already.
  LaneMask arrive(unsigned entity, LaneMask lanes, const Offsets& offsets);
  /// Notes that the copy is complete, if the access is one. Calls arrive(Arrival) for each arrival
  /// for which this was the last copy. Returns whether anything is left of the entity.
  template <typename Arrive>
  bool finish(unsigned entity, std::uint32_t access, Arrive&& arrive) {
    History& history = histories_[entity];
    if (!complete(history, access)) return true;
    for (std::size_t i = 0; i < history.size(); ++i) {
      Event& event = history[i];
      if (event.kind != Event::Kind::arrival) continue;
      const LaneMask due = event.lanes & ~lanes_in_flight(std::span(history).first(i));
      if (due == 0) continue;
      event.lanes &= ~due;
      arrive(Arrival{due, &offsets_[event.number]});
    }
    forget_past(history);
    return !history.empty();
  }
  /// Whether one of these lanes must wait until at most its last `groups` groups are incomplete.
  bool must_wait_for_groups(unsigned entity, LaneMask lanes, unsigned groups) const;
  /// Whether one of these lanes has an incomplete copy.
  bool must_wait_for_all(unsigned entity, LaneMask lanes) const;

 private:
  /// What an entity has done, in the order of its instructions.
  struct Event {
    enum class Kind : std::uint8_t { copy, commit, arrival } kind = Kind::copy;
    LaneMask lanes = 0;  ///< 0: nothing is left of the event
    /// copy: its access; arrival: index into `offsets_`.
    std::uint32_t number = 0;
  };
  using History = std::vector<Event>;

  const History& history_of(unsigned entity) const;
  /// Returns the lanes with an incomplete copy among these events.
  static LaneMask lanes_in_flight(std::span<const Event> events);
  /// Marks the copy as complete. Returns false if the entity has no such copy.
  static bool complete(History& history, std::uint32_t access);
  /// Removes events that nothing can wait for.
  void forget_past(History& history);

  std::vector<History> histories_;  ///< by entity, as far as entities have copied
  std::vector<Offsets> offsets_;
  std::vector<std::uint32_t> free_offsets_;
};

}  // namespace heddle::core
