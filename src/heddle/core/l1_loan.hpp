// The L1's memory while contexts of warps without slots lie in it, because the residency policy
// wants it for them. Step by step: the L1 sends what the L2 does not have there, and accesses pass
// it by; once nothing is on its way to it any more, the memory is the contexts'; when the policy
// does not want it any more, the L1 is an empty cache again. After Lin's dissertation
// "Architectural Support for Efficient GPU Multiprogramming" (NCSU), section 3.6.4.
#pragma once

#include "heddle/core/load_store_unit.hpp"
#include "heddle/core/policy_boundary.hpp"

namespace heddle::core {

class L1Loan {
 public:
  L1Loan(LoadStoreUnit& load_store, const PolicyBoundary& policies)
      : load_store_(load_store), residency_(policies.residency()) {}

  /// At the end of a cycle.
  void settle(Cycle now) {
    const bool wanted = residency_.wants_l1();
    if (wanted != load_store_.is_cache_lent()) change(now, wanted);
    if (emptying_ && load_store_.is_cache_vacant()) {
      emptying_ = false;
      residency_.l1_taken();
    }
  }

 private:
  void change(Cycle now, bool wanted) {
    emptying_ = wanted;
    wanted ? load_store_.lend_cache(now) : load_store_.take_cache_back();
  }

  LoadStoreUnit& load_store_;
  const ResidencyBoundary& residency_;
  bool emptying_ = false;  ///< lent, and something is on its way from it or to it
};

}  // namespace heddle::core
