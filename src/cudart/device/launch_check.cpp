#include "cudart/device/launch_check.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/gpu/chip/block_fit.hpp"

namespace heddle::cudart {
namespace {

std::string text_of(const Dim3& size) {
  return fmt::format("({}, {}, {})", size.x, size.y, size.z);
}

bool exceeds(const Dim3& size, const Dim3& limit) {
  return size.x > limit.x || size.y > limit.y || size.z > limit.z;
}

/// The reason why the device accepts no launch of this shape, whatever the kernel; "" if there is
/// none.
std::string misfit(const KernelShape& shape, const DeviceDescription& device) {
  constexpr Dim3 kMaxGrid{kMaxGridX, kMaxGridY, kMaxGridZ};
  constexpr Dim3 kMaxBlock{kMaxBlockX, kMaxBlockY, kMaxBlockZ};
  if (shape.grid.volume() == 0) return "the grid has no block";
  if (shape.block.volume() == 0) return "a block has no thread";
  if (exceeds(shape.grid, kMaxGrid)) return fmt::format("a grid is at most {}", text_of(kMaxGrid));
  if (shape.block.volume() > device.block_threads)
    return fmt::format("a block of {} threads: at most {} would run", shape.block.volume(),
                       device.block_threads);
  if (exceeds(shape.block, kMaxBlock))
    return fmt::format("a block is at most {}", text_of(kMaxBlock));
  return {};
}

std::string shared_that_would_run(const isa::Program& program, const DeviceDescription& device) {
  if (program.shared_bytes > device.shared_per_sm) return {};
  return fmt::format(": at most {} bytes of dynamic shared memory would run",
                     device.shared_per_sm - program.shared_bytes);
}

/// The message that a block needs too many registers. The registers of a warp are rounded up to a
/// multiple of `register_unit`. `threads` is the size of the largest block that would run.
std::string too_many_registers(const isa::Program& program, std::uint64_t warps,
                               const DeviceDescription& device, std::uint32_t threads) {
  const std::uint64_t registers =
      gpu::warp_registers(program.least_registers, device.register_unit);
  return fmt::format(
      "{} warps of {} registers ({} a thread) are {} registers, an SM has {}: blocks of at most {} "
      "threads would run (heddle cc -maxrregcount N compiles for fewer registers; --set "
      "kernel.{}.registers=N counts fewer)",
      warps, registers, program.least_registers, warps * registers, device.registers_per_sm,
      threads, function_name(program.name));
}

}  // namespace

std::uint64_t dynamic_shared_limit(const isa::Program& program, const DeviceDescription& device,
                                   int max_dynamic_shared) {
  if (max_dynamic_shared >= 0) return static_cast<std::uint64_t>(max_dynamic_shared);
  return device.shared_per_block - std::min(program.shared_bytes, device.shared_per_block);
}

std::uint32_t preferred_shared(const DeviceDescription& device, int carveout, cudaFuncCache kernel,
                               cudaFuncCache all) {
  const std::uint64_t whole = device.shared_per_sm;
  if (carveout >= 0)
    return static_cast<std::uint32_t>((whole * static_cast<unsigned>(carveout) + 99) / 100);
  switch (kernel != cudaFuncCachePreferNone ? kernel : all) {
    case cudaFuncCachePreferShared:
      return device.shared_per_sm;
    case cudaFuncCachePreferL1:
      return 0;
    case cudaFuncCachePreferEqual:
      return (device.shared_per_sm + device.l1_beside_shared) / 2;
    default:
      return exec::kNoPreference;
  }
}

std::uint32_t max_block_threads(const isa::Program& program, const DeviceDescription& device) {
  std::uint32_t threads = std::min(device.block_threads, device.threads_per_sm);
  if (program.max_threads != 0) threads = std::min(threads, program.max_threads);
  if (program.least_registers != 0) {
    const std::uint64_t warps = device.registers_per_sm /
                                gpu::warp_registers(program.least_registers, device.register_unit);
    threads = std::min(threads, static_cast<std::uint32_t>(warps * kWarpSize));
  }
  return threads;
}

LaunchVerdict check_launch(const isa::Program& program, const KernelShape& shape,
                           const DeviceDescription& device, int max_dynamic_shared) {
  if (std::string reason = misfit(shape, device); !reason.empty())
    return {cudaErrorInvalidConfiguration, std::move(reason)};
  const Dim3& required = program.required_block;
  if (required.volume() != 0 && !(required == shape.block)) {
    return {cudaErrorInvalidValue,
            fmt::format("the kernel is compiled for blocks of {}", text_of(required))};
  }
  const std::uint64_t limit = dynamic_shared_limit(program, device, max_dynamic_shared);
  if (shape.dynamic_shared_bytes > limit) {
    return {cudaErrorInvalidValue,
            fmt::format("{} bytes of dynamic shared memory are over the kernel's limit of {} "
                        "(cudaFuncSetAttribute changes it)",
                        shape.dynamic_shared_bytes, limit)};
  }
  const std::uint64_t shared = program.shared_bytes + shape.dynamic_shared_bytes;
  if (shared > device.shared_per_sm) {
    return {cudaErrorLaunchOutOfResources,
            fmt::format("a block needs {} bytes of shared memory, an SM has {}{}", shared,
                        device.shared_per_sm, shared_that_would_run(program, device))};
  }
  if (program.registers > device.registers_per_thread) {
    return {cudaErrorLaunchOutOfResources,
            fmt::format("a thread of the kernel needs {} registers and has at most {}: heddle cc "
                        "-maxrregcount {} compiles for as many, and with --set "
                        "device.max_registers_per_thread={} it would run",
                        program.registers, device.registers_per_thread, device.registers_per_thread,
                        program.registers)};
  }
  const std::uint64_t warps = (shape.block.volume() + kWarpSize - 1) / kWarpSize;
  if (warps > device.warps_per_sm) {
    return {cudaErrorLaunchOutOfResources,
            fmt::format("a block has {} warps, an SM has room for {} (sm.warps): blocks of at most "
                        "{} threads would run",
                        warps, device.warps_per_sm, device.warps_per_sm * kWarpSize)};
  }
  if (program.max_threads != 0 && shape.block.volume() > program.max_threads) {
    return {cudaErrorLaunchOutOfResources,
            fmt::format("the kernel is compiled for blocks of at most {} threads "
                        "(__launch_bounds__, .maxntid)",
                        program.max_threads)};
  }
  const std::uint32_t threads = max_block_threads(program, device);
  if (shape.block.volume() > threads)
    return {cudaErrorLaunchOutOfResources, too_many_registers(program, warps, device, threads)};
  return {};
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
