// The warp ganging unit: which parts of a warp fetch and issue together. The parts of a warp begin
// as one gang. A gang splits where its parts go different ways, on request also where the data of a
// load come apart; gangs and parts at the same place are merged again where the organisation says
// so (Rogers 2015, sections 6.2.3 to 6.2.5).
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

  // Where gangs exist.
  /// Parts of warps have been launched. A new warp becomes one gang; one that was saved keeps the
  /// gangs that it had.
  void form(std::span<const std::uint16_t> launched);
  /// These parts of the warp have executed an instruction together.
  void executed(unsigned context, exec::PartMask parts, Cycle now);
  /// Once a cycle, when all that was under way has arrived: splits and merges gangs.
  void settle(Cycle now);
  /// The next cycle in which settle has something to do by itself.
  Cycle next(Cycle now) const;

  /// Those of the entities, which are ready and whose units are free, that can issue alone.
  model::EntityMask alone(const model::EntityMask& available) const;
  /// Those that stand for parts of their warp that can issue together: gangs all parts of which are
  /// available, and parts that a warp-wide instruction has brought together.
  model::EntityMask together(const model::EntityMask& available) const;
  /// The parts that the entity, one of those, stands for.
  exec::PartMask parts_of(unsigned entity) const;

 private:
  using Places = PartPlaces;

  /// Numbers the places of the context's parts that may be in a gang; kNowhere for the others.
  Places places(unsigned context) const;
  bool may_gang(unsigned entity) const;
  bool at_one_place(unsigned context, unsigned part, unsigned other) const;
  bool merges_by_visits() const {
    return shape_.reform_entities != 0 && shape_.reform == policy::Reform::visit;
  }
  void wait_to_meet(unsigned context, exec::PartMask parts, Cycle now);
  void split_by_memory();
  /// Merges in the context whose turn it is.
  void visit_next(Cycle now);
  /// Merges among those that have come to their places in this cycle, in one context.
  void merge_arrived(Cycle now);
  /// Adds to `arrived_` those whose wait at a barrier or for the host is over, and takes out of it
  /// those that wait.
  void note_waits();
  /// Merges gangs and parts of the context that are at one place, of those that `may(entity)`
  /// allows. False: there are none.
  template <typename May>
  bool merge(unsigned context, Cycle now, May&& may);
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now);
  void end_waits(Cycle now);
  exec::PartMask live_parts(unsigned context) const;
  /// Whether the context's warp has gangs or parts that could be merged.
  bool has_split(unsigned context) const;

  policy::GangShape shape_;
  Contexts& contexts_;
  EntityConditions& conditions_;
  FrontEnd& front_end_;
  model::EntityMask waiting_;         ///< members that waited for a load when last looked at
  model::EntityMask moved_;           ///< contexts that have split, with parts that have gone on
                                      ///< since the context was last visited
  model::EntityMask arrived_;         ///< have come to their next instructions in this cycle
  model::EntityMask detained_;        ///< at barriers or for the host, when last looked at
  unsigned visit_ = 0;                ///< the context visited next, or the first in merging
  Cycle visited_ = 0;                 ///< the cycle of the last visit
  model::EntityMask meeting_;         ///< entities that wait for others where paths meet
  std::vector<Cycle> meeting_until_;  ///< by entity, of these
};

}  // namespace heddle::core
