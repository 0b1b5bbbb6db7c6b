// One end of a copy: where it is and whether the host or the device is meant. The direction that a
// program states decides; cudaMemcpyDefault asks the allocations.
#pragma once

#include <cstdint>

#include "cudart/cuda_types.hpp"
#include "cudart/memory/memory.hpp"

namespace heddle::cudart {

struct CopyAddress {
  bool device = false;
  std::uint64_t address = 0;  ///< host or device address
  bool pageable = false;      ///< host memory that the device cannot reach by itself
};

struct Direction {
  bool from_device = false, to_device = false;
};

/// Throws CudaError(cudaErrorInvalidMemcpyDirection) for a `kind` that is none.
Direction direction_of(const Memory& memory, const void* to, const void* from, cudaMemcpyKind kind);

/// Whether a pointer is the device's as far as the allocations tell.
bool is_device_pointer(const Memory& memory, const void* pointer);

/// `bytes` at `pointer` as one end of a copy. Throws CudaError(cudaErrorInvalidValue) where a
/// device pointer is not in one allocation, or the process has no memory at a host pointer.
CopyAddress copy_address(const Memory& memory, const void* pointer, bool device,
                         std::uint64_t bytes);

/// The bytes that begin at `start`, as this process sees them.
std::uint8_t* bytes_at(const Memory& memory, const CopyAddress& start, std::uint64_t bytes);

}  // namespace heddle::cudart
