// Other uses of the memory of an SM's L1: it is lent to contexts, or divided with shared memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/policies/residency_boundary.hpp"
#include "heddle/core/terms/shared_sizes.hpp"

namespace heddle::core {

/// Lends the L1's memory to contexts of warps without slots, if the residency policy demands this.
/// First the L1 writes dirty lines back to the L2, and accesses bypass the L1. When no fill is on
/// its way to the L1 any more, the memory can hold contexts. When the policy no longer demands the
/// memory, the L1 becomes an empty cache again. Source: Lin, "Architectural Support for Efficient
/// GPU Multiprogramming", dissertation, NCSU, section 3.6.4.
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

/// Divides the memory of an SM between shared memory and the L1, where kernels choose the size of
/// shared memory. The first block that comes to an empty SM decides the size. Blocks of other
/// kernels, and blocks that together hold more, enlarge shared memory. A smaller size waits until
/// the SM is empty, since shared memory that is in use cannot be taken away. When its size changes,
/// the L1 is emptied: it writes dirty lines back to the L2.
class L1Split {
 public:
  L1Split(const SmConfiguration& configuration, FirstLevelCaches& caches)
      : sizes_(configuration.sm),
        both_(configuration.l1.bytes + configuration.sm.shared_bytes),
        caches_(caches),
        shared_(sizes_.smallest()) {}

  bool exists() const { return sizes_.chosen_by_kernels(); }
  /// Handles the arrival of a block whose kernel wants `wanted` bytes of shared memory. The blocks
  /// of the SM now hold `held` bytes. `was_empty`: there was no other block.
  void block_arrived(Cycle now, std::uint64_t wanted, std::uint64_t held, bool was_empty) {
    const std::uint64_t size = sizes_.at_least(std::max(wanted, held));
    if (size == shared_ || (size < shared_ && !was_empty)) return;
    shared_ = size;
    caches_.resize(now, l1_bytes());
  }
  std::uint64_t l1_bytes() const { return both_ - shared_; }

 private:
  SharedSizes sizes_;
  std::uint64_t both_;  ///< bytes of the L1 and shared memory together
  FirstLevelCaches& caches_;
  std::uint64_t shared_;  ///< bytes of shared memory
};

/// The other uses of an L1's memory.
struct L1Memory {
  L1Memory(const SmConfiguration& configuration, FirstLevelCaches& caches)
      : loan(caches), split(configuration, caches) {}

  L1Loan loan;
  L1Split split;
};

}  // namespace heddle::core
