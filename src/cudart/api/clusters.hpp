// Which clusters of blocks a kernel can have on the device.
#pragma once

#include <cstdint>
#include <string>

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// The most blocks of a cluster of the kernel; 1: the device has no clusters.
std::uint32_t most_cluster_blocks(const Context& context, const DeviceFunction& function);

/// Returns why the launch cannot have its clusters, or "". `resident`: blocks of the kernel that
/// the device holds at once.
std::string cluster_misfit(const Context& context, const DeviceFunction& function,
                           const KernelShape& shape, std::uint64_t resident);

}  // namespace heddle::cudart
