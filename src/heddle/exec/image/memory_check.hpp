// How strictly kernels' accesses to device memory are checked.
#pragma once

#include <cstdint>

namespace heddle::exec {

enum class MemoryCheck : std::uint8_t {
  allocation,  ///< an access lies in one allocation
  page,        ///< it lies in 2 MiB pages that hold allocations, which is what a GPU checks
};

}  // namespace heddle::exec
