#include "heddle/sim/launches/launch_clusters.hpp"

#include <fmt/format.h>

namespace heddle::sim {
namespace {

std::string text_of(const Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

}  // namespace

bool names_cluster(const LaunchRequest& request) {
  return request.cluster.volume() != 0 || request.program->cluster.volume() != 0;
}

Dim3 cluster_of(const LaunchRequest& request) {
  if (request.cluster.volume() != 0) return request.cluster;
  return request.program->cluster.volume() != 0 ? request.program->cluster : Dim3{};
}

std::string cluster_misfit(const LaunchRequest& request, const ClusterLimits& limits) {
  const Dim3 cluster = cluster_of(request), &of_kernel = request.program->cluster;
  const std::uint64_t blocks = cluster.volume();
  if (request.program->needs_cluster && !names_cluster(request))
    return "its .explicitcluster asks for a launch that says how large clusters are";
  if (of_kernel.volume() != 0 && !(of_kernel == cluster))
    return fmt::format("clusters of {} blocks; it is compiled for clusters of {}", text_of(cluster),
                       text_of(of_kernel));
  if (blocks == 1) return "";
  if (limits.capability < kClusterCapability)
    return fmt::format(
        "clusters of {} blocks need compute capability {}.{}, and the device has "
        "{}.{}: choose another machine ('heddle list machines')",
        blocks, kClusterCapability / 10, kClusterCapability % 10, limits.capability / 10,
        limits.capability % 10);
  const std::uint32_t most = request.program->max_cluster != 0
                                 ? std::min(request.program->max_cluster, limits.most_blocks)
                                 : limits.most_blocks;
  if (blocks > most) return fmt::format("clusters of {} blocks, of at most {}", blocks, most);
  const Dim3& grid = request.grid;
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
    return fmt::format("a grid of {} blocks is not divisible into clusters of {}", text_of(grid),
                       text_of(cluster));
  if (blocks > limits.resident)
    return fmt::format(
        "clusters of {} blocks, and the device holds {} blocks of the kernel at once", blocks,
        limits.resident);
  return "";
}

}  // namespace heddle::sim
