#include "cudart/device/launch_check.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::cudart {
namespace {

bool shape_fits(const KernelShape& shape, const DeviceDescription& device) {
  const Dim3& grid = shape.grid;
  const Dim3& block = shape.block;
  if (grid.volume() == 0 || block.volume() == 0) return false;
  if (grid.x > kMaxGridX || grid.y > kMaxGridY || grid.z > kMaxGridZ) return false;
  return block.x <= kMaxBlockX && block.y <= kMaxBlockY && block.z <= kMaxBlockZ &&
         block.volume() <= device.block_threads;
}

}  // namespace

std::uint64_t dynamic_shared_limit(const isa::Program& program, const DeviceDescription& device,
                                   int max_dynamic_shared) {
  if (max_dynamic_shared >= 0) return static_cast<std::uint64_t>(max_dynamic_shared);
  return device.shared_per_block - std::min(program.shared_bytes, device.shared_per_block);
}

std::uint32_t max_block_threads(const isa::Program& program, const DeviceDescription& device) {
  std::uint32_t threads = std::min(device.block_threads, device.threads_per_sm);
  if (program.max_threads != 0) threads = std::min(threads, program.max_threads);
  if (program.registers != 0) {
    const std::uint32_t warps = device.registers_per_sm / (program.registers * kWarpSize);
    threads = std::min(threads, warps * kWarpSize);
  }
  return threads;
}

cudaError_t check_launch(const isa::Program& program, const KernelShape& shape,
                         const DeviceDescription& device, int max_dynamic_shared) {
  if (!shape_fits(shape, device)) return cudaErrorInvalidConfiguration;
  if (program.required_block.volume() != 0 && !(program.required_block == shape.block))
    return cudaErrorInvalidValue;
  if (shape.dynamic_shared_bytes > dynamic_shared_limit(program, device, max_dynamic_shared))
    return cudaErrorInvalidValue;
  if (program.shared_bytes + shape.dynamic_shared_bytes > device.shared_per_sm)
    return cudaErrorLaunchOutOfResources;
  if (shape.block.volume() > max_block_threads(program, device))
    return cudaErrorLaunchOutOfResources;
  return cudaSuccess;
}

std::vector<std::uint8_t> pack_parameters(const isa::Program& program,
                                          const void* const* arguments) {
  std::vector<std::uint8_t> packed(program.parameter_bytes);
  for (std::size_t i = 0; i < program.parameters.size(); ++i) {
    const isa::Parameter& parameter = program.parameters[i];
    std::memcpy(packed.data() + parameter.offset, arguments[i], parameter.bytes);
  }
  return packed;
}

}  // namespace heddle::cudart
