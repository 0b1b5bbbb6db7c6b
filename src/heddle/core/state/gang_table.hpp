// The gang table of an SM: which parts of each warp issue together. A context has four ways, since
// eight parts make at most four gangs of two or more; a part in none of them issues alone. State
// only: the ganging unit decides (Rogers 2015, section 6.2.3).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/exec/step/warp.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

/// A number for each part of a warp: equal ones mean the same place.
using PartPlaces = std::array<std::uint8_t, 8>;

class GangTable {
 public:
  static constexpr unsigned kWays = 4;
  /// The gangs of a context; 0: the way has none.
  using Ways = std::array<exec::PartMask, kWays>;

  /// `contexts` of warps; 0: the machine has no gangs.
  GangTable(unsigned contexts, model::EntityNames names);

  bool exists() const { return !ways_.empty(); }
  exec::PartMask way(unsigned context, unsigned way) const { return ways_[context][way]; }
  /// The parts of the entity's gang; 0: it issues alone.
  exec::PartMask gang_of(unsigned entity) const { return exists() ? gangs_[entity] : 0; }
  /// The same by entity.
  std::span<const std::uint8_t> gangs() const { return gangs_; }
  /// The first entity of each gang, by which the gang is known.
  const model::EntityMask& leaders() const { return leaders_; }
  /// All entities that are in a gang.
  const model::EntityMask& ganged() const { return ganged_; }
  /// Counts the changes of any gang.
  std::uint64_t changes() const { return changes_; }

  /// The context's parts of this mask, and no others, are one gang.
  void form(unsigned context, exec::PartMask parts);
  /// The gangs that a warp takes with it as it leaves the context, which has none then.
  Ways take(unsigned context);
  /// A warp that comes back has these gangs.
  void restore(unsigned context, const Ways& ways);
  /// Gangs of the context break up by places: two or more parts at one place go on as a gang. The
  /// largest keeps the way, of equal ones that with the lowest part; the others take free ways, the
  /// lowest first.
  void split(unsigned context, const PartPlaces& places);
  /// These parts leave their gangs.
  void drop(unsigned context, exec::PartMask parts);
  /// These parts, which are whole gangs and parts that issue alone, become one gang.
  void merge(unsigned context, exec::PartMask parts);

 private:
  void split_way(Ways& ways, unsigned way, const PartPlaces& places);
  static void put(Ways& ways, exec::PartMask gang);
  /// Brings what is kept by entity up to date.
  void refresh(unsigned context);

  model::EntityNames names_;
  std::vector<Ways> ways_;  ///< by context
  std::vector<std::uint8_t> gangs_;
  model::EntityMask leaders_, ganged_;
  std::uint64_t changes_ = 0;
};

}  // namespace heddle::core
