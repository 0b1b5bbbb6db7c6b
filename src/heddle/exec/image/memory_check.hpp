// How strictly the simulator checks the accesses of kernels to device memory.
#pragma once

#include <cstdint>

namespace heddle::exec {

enum class MemoryCheck : std::uint8_t {
  allocation,  ///< an access must lie in one allocation
  page,        ///< an access must lie in 2 MiB pages that hold allocations, as on a GPU
};

}  // namespace heddle::exec
