// Whether a launch can be, by CUDA's rules, and its parameters as the kernel reads them.
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
};

/// cudaSuccess, or what a launch is refused with and, for a person, why.
struct LaunchVerdict {
  cudaError_t code = cudaSuccess;
  std::string reason;
};

/// `max_dynamic_shared` is what the program opted in to for the kernel, -1 for the default.
LaunchVerdict check_launch(const isa::Program& program, const KernelShape& shape,
                           const DeviceDescription& device, int max_dynamic_shared);

/// Dynamic shared memory that a block of the kernel may ask for, bytes.
std::uint64_t dynamic_shared_limit(const isa::Program& program, const DeviceDescription& device,
                                   int max_dynamic_shared);

/// Most threads a block of the kernel can have.
std::uint32_t max_block_threads(const isa::Program& program, const DeviceDescription& device);

/// The kernel's parameter block from one pointer a parameter.
std::vector<std::uint8_t> pack_parameters(const isa::Program& program,
                                          const void* const* arguments);

}  // namespace heddle::cudart
