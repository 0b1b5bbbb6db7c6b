// Whether the process has memory at an address, so that a copy to or from a pointer that is none is
// refused and does not end the program.
#pragma once

#include <cstdint>

namespace heddle::cudart {

/// Every page of the `bytes` from `address` on is mapped. Not asked: whether it may be read or
/// written.
bool host_has(std::uint64_t address, std::uint64_t bytes);

}  // namespace heddle::cudart
