// Entities that wait for others: at barriers of their block, and for the parts of their warp that
// execute a warp-wide instruction together. Entities that a barrier releases are handed back as a
// list: the caller lets them go on.
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
    unsigned warps = 0;                   ///< of which an entity waited there
    std::vector<std::uint16_t> entities;  ///< by warp of the block, then by part
  };

  PeerWaits(Contexts& contexts, EntityConditions& conditions, PolicyBoundary& policies)
      : contexts_(contexts), conditions_(conditions), policies_(policies) {}
  PeerWaits(const PeerWaits&) = delete;
  PeerWaits& operator=(const PeerWaits&) = delete;

  /// The entity has executed the barrier instruction at pc and waits there, unless it only arrives.
  /// Returns what that releases, valid until the next call; null: the barrier is not complete.
  const Release* arrive(std::uint16_t entity, Pc pc, const exec::BarrierArrival& arrival);
  /// All threads of the entity have ended, and others may have waited for them alone. Returns as
  /// arrive; call again until it returns null.
  const Release* end(std::uint16_t entity);

  /// The entity's next instruction is warp-wide. The entity is ready if the parts that the
  /// instruction names have come to it; or else it waits for them.
  void await_parts(std::uint16_t entity);
  /// A part of the warp in the context has ended: those that waited for it may be ready.
  void recheck_parts(unsigned context);

 private:
  const Release* end_part(unsigned context);
  const Release* release(ResidentBlock& resident, std::uint16_t block_slot);
  void tell_reached(std::uint16_t block_slot);

  Contexts& contexts_;
  EntityConditions& conditions_;
  PolicyBoundary& policies_;
  Release release_;  ///< the last one
};

}  // namespace heddle::core
