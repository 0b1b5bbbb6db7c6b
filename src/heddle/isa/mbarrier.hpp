// Variants of the instructions on barriers in shared memory, in Modifiers::immediate.
#pragma once

#include <cstdint>

namespace heddle::isa {

/// Bits of mbarrier_arrive.
struct MbarrierArrival {
  static constexpr std::uint8_t kDrops = 1;  ///< .arrive_drop: the thread also leaves the barrier
  static constexpr std::uint8_t kMustNotComplete = 2;  ///< .noComplete
  static constexpr std::uint8_t kExpectsBytes = 4;     ///< .expect_tx
};

/// Values of mbarrier_test and mbarrier_test_parity.
struct MbarrierTest {
  static constexpr std::uint8_t kTests = 0;    ///< .test_wait
  static constexpr std::uint8_t kMayWait = 1;  ///< .try_wait
};

/// Values of cp_async_arrive.
struct CopyArrival {
  static constexpr std::uint8_t kIncrements = 0;  ///< the arrival was not part of the count
  static constexpr std::uint8_t kCounted = 1;     ///< .noinc
};

}  // namespace heddle::isa
