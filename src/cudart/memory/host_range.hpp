// Finds out whether the process has memory at an address, so that a copy with a wrong pointer is
// refused and does not end the program.
#pragma once

#include <cstdint>

namespace heddle::cudart {

/// Whether every page of the `bytes` from `address` on is mapped. The pages may still refuse reads
/// or writes.
bool host_has(std::uint64_t address, std::uint64_t bytes);

}  // namespace heddle::cudart
