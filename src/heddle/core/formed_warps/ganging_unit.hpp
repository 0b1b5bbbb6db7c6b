// The warp ganging unit decides which parts of a warp fetch and issue together. The parts of a warp
// begin as one gang. A gang splits where its parts take different paths. If the organisation says
// so, a gang also splits where the data of a load arrive at different times, and gangs and parts at
// the same place merge again (Rogers 2015, sections 6.2.3 to 6.2.5).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

class GangingUnit {
 public:
  GangingUnit(Contexts& contexts, EntityConditions& conditions, FrontEnd& front_end);
  GangingUnit(const GangingUnit&) = delete;
  GangingUnit& operator=(const GangingUnit&) = delete;

  bool exists() const { return contexts_.gangs.exists(); }

  // The functions below require that gangs exist.
  /// Forms gangs of the launched parts. The parts of a new warp become one gang. A warp that was
  /// saved keeps its gangs.
  void form(std::span<const std::uint16_t> launched);
  /// Notes that these parts of the warp have executed an instruction together.
  void executed(unsigned context, exec::PartMask parts, Cycle now);
  /// Splits and merges gangs. Called once a cycle, after all arrivals of the cycle.
  void settle(Cycle now);
  /// Returns the next cycle in which `settle` has something to do if no new event happens.
  Cycle next(Cycle now) const;

  /// Returns the entities of `available` that can issue alone. `available` has the ready entities
  /// whose units are free.
  model::EntityMask alone(const model::EntityMask& available) const;
  /// Returns the entities that can issue together with other parts of their warp: the leaders of
  /// gangs whose parts are all available, and parts that have met at a warp-wide instruction.
  model::EntityMask together(const model::EntityMask& available) const;
  /// Returns the parts that issue with `entity`, which must be an entity from together().
  exec::PartMask parts_of(unsigned entity) const;

 private:
  using Places = PartPlaces;

  /// Numbers the places of the context's live parts. Parts at the same place have the same number.
  Places places(unsigned context) const;
  bool may_gang(unsigned entity) const;
  bool at_one_place(unsigned context, unsigned part, unsigned other) const;
  bool merges_by_visits() const {
    return shape_.reform_entities != 0 && shape_.reform == policy::Reform::visit;
  }
  void wait_to_meet(unsigned context, exec::PartMask parts, Cycle now);
  void split_by_memory();
  /// Visits the next context in turn, and merges gangs there.
  void visit_next(Cycle now);
  /// Merges entities of one context that have reached their next instructions in this cycle.
  void merge_arrived(Cycle now);
  /// Adds to `arrived_` the entities whose wait at a barrier or for the host is over. Removes the
  /// entities that wait.
  void note_waits();
  /// Merges gangs and parts of the context that are at one place. Considers only entities for which
  /// `may(entity)` is true. Returns false if there is nothing to merge.
  template <typename May>
  bool merge(unsigned context, Cycle now, May&& may);
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now);
  void end_waits(Cycle now);
  exec::PartMask live_parts(unsigned context) const;
  /// Returns whether the live parts of the context's warp form more than one gang.
  bool has_split(unsigned context) const;

  policy::GangShape shape_;
  Contexts& contexts_;
  EntityConditions& conditions_;
  FrontEnd& front_end_;
  model::EntityMask waiting_;  ///< gang members that waited for a load at the last check
  model::EntityMask moved_;    ///< contexts with several gangs or parts, at least one of which has
                               ///< moved on since the last visit
  model::EntityMask arrived_;  ///< entities that have reached their next instructions in this cycle
  /// Entities that were at barriers or waited for the host at the last check.
  model::EntityMask detained_;
  unsigned visit_ = 0;                ///< context to visit next, or to try first in merging
  Cycle visited_ = 0;                 ///< the cycle of the last visit
  model::EntityMask meeting_;         ///< entities that wait for others where paths reconverge
  std::vector<Cycle> meeting_until_;  ///< by entity: when the wait in `meeting_` ends
};

}  // namespace heddle::core
