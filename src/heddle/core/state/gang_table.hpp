// The gang table of an SM: the parts of each warp that issue together. A context has four entries
// (ways), since eight parts form at most four gangs of two or more parts. A part that is in no way
// issues alone. The table only stores gangs; the ganging unit decides on them. Source: Rogers 2015,
// section 6.2.3.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/exec/step/warp.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

/// A number for each part of a warp. Equal numbers mean the same place.
using PartPlaces = std::array<std::uint8_t, 8>;

class GangTable {
 public:
  static constexpr unsigned kWays = 4;
  /// The gangs of a context, by way; 0: the way is free.
  using Ways = std::array<exec::PartMask, kWays>;

  /// `contexts`: the number of warps; 0: the machine has no gangs.
  GangTable(unsigned contexts, model::EntityNames names);

  bool exists() const { return !ways_.empty(); }
  exec::PartMask way(unsigned context, unsigned way) const { return ways_[context][way]; }
  /// The parts of the entity's gang; 0: the entity issues alone.
  exec::PartMask gang_of(unsigned entity) const { return exists() ? gangs_[entity] : 0; }
  /// The parts of each entity's gang, by entity, as gang_of() returns them.
  std::span<const std::uint8_t> gangs() const { return gangs_; }
  /// The first entity of each gang, which stands for the gang.
  const model::EntityMask& leaders() const { return leaders_; }
  /// All entities that are in a gang.
  const model::EntityMask& ganged() const { return ganged_; }
  /// Number of changes of gangs so far.
  std::uint64_t changes() const { return changes_; }

  /// Makes the parts in this mask the only gang of the context.
  void form(unsigned context, exec::PartMask parts);
  /// Removes and returns the gangs of a warp that leaves the context.
  Ways take(unsigned context);
  /// Gives these gangs to a warp that comes back.
  void restore(unsigned context, const Ways& ways);
  /// Splits the context's gangs by place. Two or more parts of a gang at one place stay a gang. The
  /// largest of the new gangs keeps the way of the old one; among equally large gangs, the one with
  /// the lowest part keeps it. The others take free ways, the lowest first.
  void split(unsigned context, const PartPlaces& places);
  /// Removes these parts from their gangs.
  void drop(unsigned context, exec::PartMask parts);
  /// Makes these parts one gang. The parts must be all parts of some gangs, and parts that issue
  /// alone.
  void merge(unsigned context, exec::PartMask parts);

 private:
  void split_way(Ways& ways, unsigned way, const PartPlaces& places);
  static void put(Ways& ways, exec::PartMask gang);
  /// Updates the members that are indexed by entity.
  void refresh(unsigned context);

  model::EntityNames names_;
  std::vector<Ways> ways_;  ///< by context
  std::vector<std::uint8_t> gangs_;
  model::EntityMask leaders_, ganged_;
  std::uint64_t changes_ = 0;
};

}  // namespace heddle::core
