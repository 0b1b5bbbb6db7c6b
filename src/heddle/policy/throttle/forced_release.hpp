// Ends a deadlock in which other warps spin until a throttled warp has acted. A warp that was ready
// but throttled for a given number of consecutive cycles may then issue for the same number of
// cycles.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy {

struct Gate;

class ForcedRelease {
 public:
  /// Declares `force_release_after`. A throttle that does not declare this parameter never releases
  /// warps.
  void describe(ParameterVisitor& visit);
  bool is_on() const { return after_ != 0; }
  std::uint32_t after() const { return after_; }
  /// Returns the next cycle in which the effect of open_gate() changes, if the set of throttled
  /// entities stays the same.
  Cycle next() const { return next_; }

  /// Notes that these entities are ready and throttled in this cycle.
  void watch(const model::EntityMask& held, const model::SmView& sm);
  /// Opens the gate for released entities. Returns the entities that this cycle releases.
  model::EntityMask open_gate(Gate& gate, const model::SmView& sm);

 private:
  struct Entity {
    std::uint64_t launch_order = 0;  ///< launch order of the entity's warp
    Cycle held_since = kNever;       ///< first cycle of the time for which the entity has been
                                     ///< throttled; kNever: it is not throttled
    Cycle free_until = 0;
  };
  void plan(Cycle now);

  std::uint32_t after_ = 0;
  Cycle next_ = kNever;
  model::EntityMask held_;
  std::vector<Entity> entities_;
};

}  // namespace heddle::policy
