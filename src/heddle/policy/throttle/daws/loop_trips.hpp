// The loops in which the entities of an SM are, and the iteration that each entity began last.
// Parts of a warp that issue as a gang begin an iteration together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/isa/annotations.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy {

class LoopTrips {
 public:
  void start(const model::SmView& sm) {
    sm_ = &sm;
    entities_.assign(sm.entities, {});
  }
  /// Resets the entity, because a new warp or part of a warp has its number from now on. The entity
  /// is then in no loop.
  void forget(unsigned entity) { entities_[entity] = {}; }
  /// Notes that `lanes` lanes of the entity begin an iteration of the loop now. Returns whether the
  /// entity was not in the loop before.
  bool begin(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Returns the number of lanes that have begun the entity's iteration in this cycle: lanes of the
  /// entity and of the other parts of its gang.
  unsigned lanes(unsigned entity) const;
  bool is_in_any(unsigned entity) const { return !entities_[entity].inside.empty(); }
  /// Removes the entity from the loops for which stays(loop) is false. Calls left(loop) for each of
  /// these loops that no other part of the entity's warp is in.
  void leave(unsigned entity, const auto& stays, const auto& left) {
    std::erase_if(entities_[entity].inside, [&](std::uint32_t loop) {
      if (stays(loop)) return false;
      if (!has_other_in(loop, entity)) left(loop);
      return true;
    });
  }

 private:
  struct Entity {
    std::vector<std::uint32_t> inside;  ///< loops that the entity is in
    Cycle began = kNever;               ///< cycle in which the last iteration began
    std::uint32_t loop = isa::kNoLoop;  ///< loop of the last iteration
    unsigned lanes = 0;
  };

  bool is_in(std::uint32_t loop, unsigned entity) const {
    return std::ranges::find(entities_[entity].inside, loop) != entities_[entity].inside.end();
  }
  /// Whether another part of the entity's warp is in the loop.
  bool has_other_in(std::uint32_t loop, unsigned entity) const;

  const model::SmView* sm_ = nullptr;
  std::vector<Entity> entities_;
};

}  // namespace heddle::policy
