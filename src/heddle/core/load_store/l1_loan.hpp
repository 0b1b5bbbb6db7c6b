// The L1's memory while contexts of warps without slots lie in it, because the residency policy
// wants it for them. Step by step: the L1 sends what the L2 does not have there, and accesses pass
// it by; once nothing is on its way to it any more, the memory is the contexts'; when the policy
// does not want it any more, the L1 is an empty cache again. After Lin's dissertation
// "Architectural Support for Efficient GPU Multiprogramming" (NCSU), section 3.6.4.
#pragma once

#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/policies/residency_boundary.hpp"

namespace heddle::core {

class L1Loan {
 public:
  explicit L1Loan(FirstLevelCaches& caches) : caches_(caches) {}

  /// At the end of a cycle.
  void update(Cycle now, const ResidencyBoundary& residency) {
    const bool wanted = residency.wants_l1();
    if (wanted != caches_.is_lent()) change(now, wanted);
    if (emptying_ && caches_.is_vacant()) {
      emptying_ = false;
      residency.l1_taken();
    }
  }

 private:
  void change(Cycle now, bool wanted) {
    emptying_ = wanted;
    wanted ? caches_.lend(now) : caches_.take_back();
  }

  FirstLevelCaches& caches_;
  bool emptying_ = false;  ///< lent, and something is on its way from it or to it
};

}  // namespace heddle::core
