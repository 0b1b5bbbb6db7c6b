// Checks whether CUDA's rules allow a launch, and packs its parameters as the kernel reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudart/cuda_types.hpp"
#include "cudart/device/description.hpp"
#include "heddle/base/types.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::cudart {

struct KernelShape {
  Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  Dim3 cluster{0, 0, 0};  ///< blocks of a cluster, as the launch says; zeros: as the kernel says
};

/// cudaSuccess, or the error code of a refused launch with the reason in words.
struct LaunchVerdict {
  cudaError_t code = cudaSuccess;
  std::string reason;
};

/// `max_dynamic_shared` is the number of bytes of dynamic shared memory that the program opted in
/// to for the kernel; -1: the device's default.
LaunchVerdict check_launch(const isa::Program& program, const KernelShape& shape,
                           const DeviceDescription& device, int max_dynamic_shared);

/// The most bytes of dynamic shared memory that a block of the kernel may ask for.
std::uint64_t dynamic_shared_limit(const isa::Program& program, const DeviceDescription& device,
                                   int max_dynamic_shared);

/// The bytes of shared memory of an SM that the program prefers for a kernel: by the carveout in
/// percent, else by the kernel's preference, else by the device's. exec::kNoPreference: none.
std::uint32_t preferred_shared(const DeviceDescription& device, int carveout, cudaFuncCache kernel,
                               cudaFuncCache all);

/// The most threads that a block of the kernel may have.
std::uint32_t max_block_threads(const isa::Program& program, const DeviceDescription& device);

/// Makes the kernel's parameter block from one pointer for each parameter.
std::vector<std::uint8_t> pack_parameters(const isa::Program& program,
                                          const void* const* arguments);

}  // namespace heddle::cudart
