// Lends the L1's memory to contexts of warps without slots, if the residency policy demands this.
// First the L1 writes dirty lines back to the L2, and accesses bypass the L1. When no fill is on
// its way to the L1 any more, the memory can hold contexts. When the policy no longer demands the
// memory, the L1 becomes an empty cache again. Source: Lin, "Architectural Support for Efficient
// GPU Multiprogramming", dissertation, NCSU, section 3.6.4.
#pragma once

#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/policies/residency_boundary.hpp"

namespace heddle::core {

class L1Loan {
 public:
  explicit L1Loan(FirstLevelCaches& caches) : caches_(caches) {}

  /// Starts or ends the loan, as the policy demands. Called at the end of a cycle.
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
  bool emptying_ = false;  ///< the memory is lent, but lines or fills are still on their way
};

}  // namespace heddle::core
