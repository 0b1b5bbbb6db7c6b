// How strictly the simulator checks the accesses of kernels to device memory and shared memory.
#pragma once

#include <cstdint>

namespace heddle::exec {

enum class MemoryCheck : std::uint8_t {
  /// An access must lie in one allocation, or in the shared memory that the block has asked for.
  allocation,
  /// An access must lie in 2 MiB pages that hold allocations, as on a GPU, or in the most shared
  /// memory that a block can have.
  page,
};

}  // namespace heddle::exec
