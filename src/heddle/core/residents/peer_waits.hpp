// Entities that wait for other entities: at barriers of their block, or for the parts of their warp
// that must execute a warp-wide instruction together. The caller gets a list of the entities that a
// barrier releases, and lets them continue.
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
    unsigned warps = 0;  ///< number of warps that had an entity waiting at the barrier
    std::vector<std::uint16_t> entities;  ///< by warp of the block, then by part
  };

  PeerWaits(Contexts& contexts, EntityConditions& conditions, PolicyBoundary& policies)
      : contexts_(contexts), conditions_(conditions), policies_(policies) {}
  PeerWaits(const PeerWaits&) = delete;
  PeerWaits& operator=(const PeerWaits&) = delete;

  /// Handles the entity's execution of the barrier instruction at `pc`. The entity waits at the
  /// barrier, unless the instruction is a mere arrival. Returns the release of the barrier, valid
  /// until the next call; null: the barrier is not complete.
  const Release* arrive(std::uint16_t entity, Pc pc, const exec::BarrierArrival& arrival);
  /// Notes that all threads of the entity have ended, which can complete barriers. Returns a
  /// release as arrive() does. Call this function again until it returns null.
  const Release* end(std::uint16_t entity);

  /// Handles an entity whose next instruction is warp-wide. The entity becomes ready if all parts
  /// that the instruction names have arrived at it. Otherwise the entity waits for them.
  void await_parts(std::uint16_t entity);
  /// Checks the waiting parts of the warp in the context, after a part has ended. Parts that waited
  /// for it may become ready.
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
