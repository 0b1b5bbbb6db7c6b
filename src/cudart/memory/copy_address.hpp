// One end of a copy: its address, and whether the address is in the host or in the device. The
// program states this by the direction of the copy (cudaMemcpyKind). For cudaMemcpyDefault, the
// runtime decides from its allocations.
#pragma once

#include <cstdint>

#include "cudart/cuda_types.hpp"
#include "cudart/memory/memory.hpp"

namespace heddle::cudart {

struct CopyAddress {
  bool device = false;
  std::uint64_t address = 0;  ///< host or device address
  bool pageable = false;      ///< whether it is host memory that the device cannot reach by itself
};

struct Direction {
  bool from_device = false, to_device = false;
};

/// Throws CudaError(cudaErrorInvalidMemcpyDirection) for an unknown `kind`.
Direction direction_of(const Memory& memory, const void* to, const void* from, cudaMemcpyKind kind);

/// Whether the pointer points into an allocation of the device.
bool is_device_pointer(const Memory& memory, const void* pointer);

/// The `bytes` at `pointer` as one end of a copy. Throws CudaError(cudaErrorInvalidValue) if the
/// bytes at a device pointer are not in one allocation, or if the process has no memory at a host
/// pointer.
CopyAddress copy_address(const Memory& memory, const void* pointer, bool device,
                         std::uint64_t bytes);

/// A pointer, in this process, to the `bytes` that begin at `start`.
std::uint8_t* bytes_at(const Memory& memory, const CopyAddress& start, std::uint64_t bytes);

}  // namespace heddle::cudart
