// The clusters of a launch: how many blocks each has, and whether the device can run them. Source:
// CUDA C++ Programming Guide, "Thread Block Clusters".
#pragma once

#include <cstdint>
#include <string>

#include "heddle/sim/launches/launch_request.hpp"

namespace heddle::sim {

/// Blocks of a cluster that every device with clusters can run.
inline constexpr std::uint32_t kPortableClusterBlocks = 8;
/// The compute capability from which on devices have clusters, 90 for 9.0.
inline constexpr unsigned kClusterCapability = 90;

/// Whether the launch or the kernel says how large clusters are.
bool names_cluster(const LaunchRequest& request);
/// Blocks of a cluster in each direction.
Dim3 cluster_of(const LaunchRequest& request);

struct ClusterLimits {
  unsigned capability = 0;        ///< of the device, 90 for 9.0
  std::uint32_t most_blocks = 0;  ///< of a cluster
  std::uint64_t resident = 0;     ///< blocks of the kernel that the device holds at once
};

/// Returns why the launch cannot have its clusters, or "".
std::string cluster_misfit(const LaunchRequest& request, const ClusterLimits& limits);

}  // namespace heddle::sim
