// Where a block lies in its cluster, and where clusters lie in their grid. The blocks of a cluster
// are neighbours in each direction of the grid. A grid without clusters has clusters of one block.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::exec {

/// Position of the cluster that contains the block, in units of clusters.
constexpr Dim3 cluster_of(const Dim3& block, const Dim3& cluster) {
  return {block.x / cluster.x, block.y / cluster.y, block.z / cluster.z};
}
/// Position of the block in its cluster.
constexpr Dim3 place_in_cluster(const Dim3& block, const Dim3& cluster) {
  return {block.x % cluster.x, block.y % cluster.y, block.z % cluster.z};
}
constexpr std::uint32_t rank_in_cluster(const Dim3& block, const Dim3& cluster) {
  const Dim3 at = place_in_cluster(block, cluster);
  return at.x + cluster.x * (at.y + cluster.y * at.z);
}
/// Returns the linear number of the block that begins as number `order` if whole clusters begin one
/// after another.
constexpr std::uint64_t block_in_order(std::uint64_t order, const Dim3& grid, const Dim3& cluster) {
  const std::uint64_t number = order / cluster.volume();
  const std::uint64_t rank = order % cluster.volume();
  const std::uint64_t wide = grid.x / cluster.x, high = grid.y / cluster.y;
  const std::uint64_t x = number % wide * cluster.x + rank % cluster.x;
  const std::uint64_t y = number / wide % high * cluster.y + rank / cluster.x % cluster.y;
  const std::uint64_t z = number / wide / high * cluster.z + rank / cluster.x / cluster.y;
  return x + grid.x * (y + grid.y * z);
}

}  // namespace heddle::exec
