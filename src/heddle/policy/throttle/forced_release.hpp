// Ends a deadlock in which a throttle holds a warp for which other warps spin. A warp that was
// ready but held for a number of consecutive cycles may go on for as many cycles.
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
  /// Declares `force_release_after`. A throttle that does not declare the parameter never releases.
  void describe(ParameterVisitor& visit);
  bool is_on() const { return after_ != 0; }
  std::uint32_t after() const { return after_; }
  /// The cycle in which the effect of open_gate() changes next, if the set of held entities stays.
  Cycle next() const { return next_; }

  /// These entities are ready and held in this cycle.
  void watch(const model::EntityMask& held, const model::SmView& sm);
  /// Opens the gate for released entities. Returns the entities that this cycle releases.
  model::EntityMask open_gate(Gate& gate, const model::SmView& sm);

 private:
  struct Entity {
    std::uint64_t launch_order = 0;  ///< launch order of the entity's warp
    Cycle held_since = kNever;       ///< kNever: not held
    Cycle free_until = 0;
  };
  void plan(Cycle now);

  std::uint32_t after_ = 0;
  Cycle next_ = kNever;
  model::EntityMask held_;
  std::vector<Entity> entities_;
};

}  // namespace heddle::policy
