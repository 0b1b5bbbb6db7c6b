// Divides the memory of an SM between shared memory and the L1, where kernels choose the size of
// shared memory. The first block that comes to an empty SM decides the size. Blocks of other
// kernels, and blocks that together hold more, enlarge shared memory. A smaller size waits until
// the SM is empty, since shared memory that is in use cannot be taken away. When its size changes,
// the L1 is emptied: it writes dirty lines back to the L2.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/terms/shared_sizes.hpp"

namespace heddle::core {

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

}  // namespace heddle::core
