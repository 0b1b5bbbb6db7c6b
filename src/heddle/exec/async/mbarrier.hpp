// The barrier object of mbarrier: 64 bits in shared memory, opaque to programs. A phase is complete
// when no arrival and no byte is outstanding; the next phase then begins with the expected number
// of arrivals. Source of the rules: PTX ISA, "Parallel Synchronization and Communication
// Instructions: mbarrier".
#pragma once

#include <cstdint>

namespace heddle::exec {

struct Mbarrier {
  static constexpr std::uint32_t kMostArrivals = (1u << 20) - 1;
  static constexpr std::int32_t kMostBytes = (1 << 20) - 1;

  std::uint32_t expected = 0;  ///< arrivals of the next phase
  std::uint32_t pending = 0;   ///< arrivals that the current phase still needs
  std::int32_t bytes = 0;      ///< bytes that the current phase still needs (tx-count)
  bool odd_phase = false;      ///< phase 0 is even

  static Mbarrier of(std::uint64_t bits);
  std::uint64_t bits() const;

  bool is_complete() const { return pending == 0 && bytes == 0; }
  /// Begins the next phase if the current one is complete. Returns whether it does.
  bool complete();
};

struct Block;

/// Lets the barrier at `offset` of the block's shared memory count down bytes that have come, as
/// mbarrier.complete_tx does. Throws Error if the count leaves its range.
void complete_bytes(Block& block, std::uint32_t offset, std::uint32_t bytes);

}  // namespace heddle::exec
