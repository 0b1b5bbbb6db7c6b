// Which loops the entities of an SM are in, and which trip each of them began last. Parts of a warp
// that issue as a gang begin a trip together.
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
  /// The entity is a new one, in no loop.
  void forget(unsigned entity) { entities_[entity] = {}; }
  /// So many lanes of the entity begin a trip through the loop now. Whether it was not in the loop.
  bool begin(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Lanes of the trip that the entity has begun now, with those of its gang that have begun it in
  /// this cycle.
  unsigned lanes(unsigned entity) const;
  bool is_in_any(unsigned entity) const { return !entities_[entity].inside.empty(); }
  /// The entity leaves the loops for which `stays` does not hold; `left`: for each in which there
  /// is no other part of its warp.
  void leave(unsigned entity, const auto& stays, const auto& left) {
    std::erase_if(entities_[entity].inside, [&](std::uint32_t loop) {
      if (stays(loop)) return false;
      if (!has_other_in(loop, entity)) left(loop);
      return true;
    });
  }

 private:
  struct Entity {
    std::vector<std::uint32_t> inside;  ///< loops
    Cycle began = kNever;               ///< cycle of the last trip
    std::uint32_t loop = isa::kNoLoop;  ///< of the last trip
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
