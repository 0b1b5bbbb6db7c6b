// Numbers of an SM's entities. An entity is what an issue slot issues: a warp, or a part of a warp
// on machines with narrow warps. The entities of one warp have consecutive numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace heddle::model {

class EntityNames {
 public:
  /// `parts`: number of parts of a warp, 1, 2, 4 or 8.
  explicit EntityNames(unsigned parts) : shift_(static_cast<unsigned>(std::countr_zero(parts))) {}

  unsigned parts() const { return 1u << shift_; }
  unsigned warp_of(unsigned entity) const { return entity >> shift_; }
  unsigned part_of(unsigned entity) const { return entity & (parts() - 1); }
  unsigned entity(unsigned warp, unsigned part) const { return warp << shift_ | part; }

 private:
  unsigned shift_;
};

/// The issue slot and the lane group of an entity on its SM.
struct EntityPlace {
  std::uint16_t slot = 0;        ///< the issue slot that issues the entity
  std::uint16_t lane_group = 0;  ///< the lane group that executes the entity
};

/// Assigns entities to issue slots round robin, and to lane groups round robin.
inline std::vector<EntityPlace> places_in_turn(unsigned entities, unsigned slots,
                                               unsigned lane_groups) {
  std::vector<EntityPlace> places(entities);
  for (unsigned entity = 0; entity < entities; ++entity) {
    places[entity] = {static_cast<std::uint16_t>(entity % slots),
                      static_cast<std::uint16_t>(entity % lane_groups)};
  }
  return places;
}

}  // namespace heddle::model
