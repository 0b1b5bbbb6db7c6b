// Clusters of blocks: limits, and how many of them are active at once.
#include "cudart/api/clusters.hpp"

#include <algorithm>

#include "cudart/api/launch.hpp"
#include "heddle/sim/launches/launch_clusters.hpp"

using namespace heddle::cudart;

namespace {

heddle::sim::LaunchRequest request_of(const DeviceFunction& function, const KernelShape& shape) {
  heddle::sim::LaunchRequest request;
  request.program = function.program;
  request.grid = shape.grid;
  request.block = shape.block;
  request.cluster = shape.cluster;
  return request;
}

/// The blocks of the kernel that the device holds at once, for a launch's configuration.
std::uint64_t resident_blocks_of(Context& context, const DeviceFunction& function,
                                 const cudaLaunchConfig_t& config) {
  const std::uint64_t threads =
      heddle::Dim3{config.blockDim.x, config.blockDim.y, config.blockDim.z}.volume();
  require(threads != 0 && threads <= kMaxBlockThreads &&
          config.dynamicSmemBytes <= context.description().shared_per_sm);
  const auto occupancy = context.device().occupancy(
      *function.program, static_cast<std::uint32_t>(threads),
      static_cast<std::uint32_t>(config.dynamicSmemBytes), context.preferred_shared(function));
  return std::uint64_t{occupancy.blocks_per_sm} * context.description().sm_count;
}

}  // namespace

std::uint32_t heddle::cudart::most_cluster_blocks(const Context& context,
                                                  const DeviceFunction& function) {
  if (context.description().capability < sim::kClusterCapability) return 1;
  return function.large_clusters ? isa::kMostClusterBlocks : sim::kPortableClusterBlocks;
}

std::string heddle::cudart::cluster_misfit(const Context& context, const DeviceFunction& function,
                                           const KernelShape& shape, std::uint64_t resident) {
  std::string what = sim::cluster_misfit(
      request_of(function, shape),
      {context.description().capability, most_cluster_blocks(context, function), resident});
  const bool may_be_larger =
      what.ends_with(std::to_string(sim::kPortableClusterBlocks)) && !function.large_clusters;
  if (may_be_larger)
    what += " (16 after cudaFuncSetAttribute with cudaFuncAttributeNonPortableClusterSizeAllowed)";
  return what;
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func,
                                           const cudaLaunchConfig_t* launchConfig) {
  return enter([&](Context& context) {
    require(numClusters != nullptr && launchConfig != nullptr);
    const DeviceFunction& function = context.function(func);
    const std::uint64_t resident = resident_blocks_of(context, function, *launchConfig);
    KernelShape shape;
    shape.cluster = traits_of(launchConfig->attrs, launchConfig->numAttrs).cluster;
    const std::uint64_t blocks = heddle::sim::cluster_of(request_of(function, shape)).volume();
    require(blocks <= most_cluster_blocks(context, function), cudaErrorInvalidClusterSize);
    *numClusters = static_cast<int>(resident / blocks);
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func,
                                                 const cudaLaunchConfig_t* launchConfig) {
  return enter([&](Context& context) {
    require(clusterSize != nullptr && launchConfig != nullptr);
    const DeviceFunction& function = context.function(func);
    const std::uint64_t resident = resident_blocks_of(context, function, *launchConfig);
    std::uint32_t size = most_cluster_blocks(context, function);
    while (size > 1 && size > resident) size /= 2;
    *clusterSize = static_cast<int>(size);
  });
}
