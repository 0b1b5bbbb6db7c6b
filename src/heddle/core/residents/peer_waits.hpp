// Entities that wait for other entities: at barriers of their block, or for the parts of their warp
// that must execute a warp-wide instruction together. The caller gets the entities that a barrier
// releases as a list, and lets them go on.
#pragma once

#include <vector>

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

class PeerWaits {
 public:
  /// The entities that a completed barrier releases. They stay in Condition::barrier.
  struct Release {
    std::uint16_t block_slot = 0;
    unsigned warps = 0;                   ///< number of warps with an entity that waited there
    std::vector<std::uint16_t> entities;  ///< by warp of the block, then by part
  };

  PeerWaits(Contexts& contexts, EntityConditions& conditions, PolicyBoundary& policies)
      : contexts_(contexts), conditions_(conditions), policies_(policies) {}
  PeerWaits(const PeerWaits&) = delete;
  PeerWaits& operator=(const PeerWaits&) = delete;

  /// The entity has executed the barrier instruction at `pc`. It waits there, unless it only
  /// arrives. Returns the release of the barrier, valid until the next call; null: the barrier is
  /// not complete.
  const Release* arrive(std::uint16_t entity, Pc pc, const exec::BarrierArrival& arrival);
  /// All threads of the entity have ended. Barriers may have waited only for them. Returns a
  /// release as arrive() does. Call this function again until it returns null.
  const Release* end(std::uint16_t entity);

  /// The entity's next instruction is warp-wide. The entity becomes ready if all parts that the
  /// instruction names have arrived at it. Otherwise the entity waits for them.
  void await_parts(std::uint16_t entity);
  /// A part of the warp in the context has ended. Parts that waited for it may become ready.
  void recheck_parts(unsigned context);

 private:
  const Release* end_part(unsigned context);
  const Release* release(ResidentBlock& resident, std::uint16_t block_slot);
  void tell_reached(std::uint16_t block_slot);

  Contexts& contexts_;
  EntityConditions& conditions_;
  PolicyBoundary& policies_;
  Release release_;  ///< the last release
};

}  // namespace heddle::core
