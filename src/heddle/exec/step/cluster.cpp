#include "heddle/exec/step/cluster.hpp"

#include <utility>

#include "heddle/exec/step/cluster_shape.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

void ClusterBarrier::start(unsigned blocks, unsigned warps, LaneMask threads) {
  warps_per_block_ = warps;
  warps_.assign(std::size_t{blocks} * warps, {.live = kAllLanes});
  for (unsigned rank = 0; rank < blocks; ++rank) at(rank, warps - 1).live = threads;
  missing_ = blocks * ((warps - 1) * kWarpSize + lane_count(threads));
  phases_ = 0;
}

void ClusterBarrier::arrive(unsigned rank, unsigned warp, LaneMask lanes) {
  WarpState& state = at(rank, warp);
  state.arrived |= lanes;
  state.owes_wait |= lanes;
  missing_ -= lane_count(lanes);
  if (missing_ == 0) complete();
}

void ClusterBarrier::wait(unsigned rank, unsigned warp, LaneMask lanes) {
  at(rank, warp).owes_wait &= ~lanes;
}

void ClusterBarrier::exit(unsigned rank, unsigned warp, LaneMask lanes) {
  WarpState& state = at(rank, warp);
  missing_ -= lane_count(lanes & state.live & ~state.arrived);
  state.live &= ~lanes;
  if (missing_ == 0) complete();
}

/// Begins the next phase, in which all threads that have not ended must arrive.
void ClusterBarrier::complete() {
  for (WarpState& state : warps_) {
    state.arrived = 0;
    missing_ += lane_count(state.live);
  }
  ++phases_;
}

Cluster::Cluster(const Grid& grid) : blocks(grid.shape.cluster.volume()) {
  const std::uint32_t warps = grid.warps_per_block();
  const std::uint32_t last = grid.threads_per_block() - (warps - 1) * kWarpSize;
  barrier.start(static_cast<unsigned>(blocks.size()), warps, kAllLanes >> (kWarpSize - last));
}

bool needs_cluster(const Grid& grid) {
  return grid.shape.has_clusters() || grid.executable->has_cluster_barrier;
}

bool needs_one_host_thread(const Grid& grid) {
  return grid.shape.has_clusters() || grid.executable->reduces_in_bulk;
}

std::shared_ptr<Cluster> cluster_of(const Block& block) {
  const Grid& grid = *block.grid;
  if (!grid.shape.has_clusters()) return std::make_shared<Cluster>(grid);
  const Dim3 at = cluster_of(block.index, grid.shape.cluster);
  const std::uint64_t number =
      at.x + grid.shape.grid.x * (at.y + std::uint64_t{grid.shape.grid.y} * at.z);
  std::weak_ptr<Cluster>& known = grid.clusters->clusters[number];
  std::shared_ptr<Cluster> cluster = known.lock();
  if (cluster == nullptr) known = cluster = std::make_shared<Cluster>(grid);
  return cluster;
}

void join(Block& block, std::shared_ptr<Cluster> cluster) {
  block.rank = rank_in_cluster(block.index, block.grid->shape.cluster);
  cluster->blocks[block.rank] = &block;
  block.cluster = std::move(cluster);
}

void leave_cluster_barrier(const Warp& warp) {
  const Block& block = *warp.block;
  if (block.cluster != nullptr) block.cluster->barrier.exit(block.rank, warp.index, warp.exited);
}

void leave_cluster(Block& block) {
  if (block.cluster == nullptr) [[likely]]
    return;
  block.cluster->blocks[block.rank] = nullptr;
  block.cluster.reset();
}

}  // namespace heddle::exec
