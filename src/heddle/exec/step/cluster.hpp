// The blocks of a cluster, which are resident at the same time: where their shared memory lies, and
// the barrier of all their threads (barrier.cluster). A thread arrives, and waits later until all
// threads of the cluster that have not ended have arrived.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::exec {

struct Block;
struct Grid;
struct Warp;

class ClusterBarrier {
 public:
  /// All threads of `blocks` blocks with `warps` warps each begin. `threads`: the lanes with a
  /// thread in a block's last warp.
  void start(unsigned blocks, unsigned warps, LaneMask threads);

  /// Returns the lanes that must wait before they arrive again.
  LaneMask owe_wait(unsigned rank, unsigned warp) const { return at(rank, warp).owes_wait; }
  /// Lanes arrive. They must not owe a wait.
  void arrive(unsigned rank, unsigned warp, LaneMask lanes);
  /// Lanes that have arrived come to the wait.
  void wait(unsigned rank, unsigned warp, LaneMask lanes);
  /// Returns whether lanes of the warp have arrived in a phase that is not complete.
  bool is_held(unsigned rank, unsigned warp, LaneMask lanes) const {
    return (at(rank, warp).arrived & lanes) != 0;
  }
  /// Lanes end. They count as having arrived in all phases.
  void exit(unsigned rank, unsigned warp, LaneMask lanes);
  std::uint64_t phases() const { return phases_; }  ///< number of complete phases
  unsigned missing() const { return missing_; }     ///< threads that have not arrived

 private:
  struct WarpState {
    LaneMask live = 0;       ///< lanes that have not ended
    LaneMask arrived = 0;    ///< lanes that have arrived in the current phase
    LaneMask owes_wait = 0;  ///< lanes that have arrived and have not waited since
  };
  WarpState& at(unsigned rank, unsigned warp) { return warps_[rank * warps_per_block_ + warp]; }
  const WarpState& at(unsigned rank, unsigned warp) const {
    return warps_[rank * warps_per_block_ + warp];
  }
  void complete();

  std::vector<WarpState> warps_;
  unsigned warps_per_block_ = 1;
  unsigned missing_ = 0;
  std::uint64_t phases_ = 0;
};

struct Cluster {
  /// The cluster of a block of the grid. No block has begun.
  explicit Cluster(const Grid& grid);

  std::vector<Block*> blocks;  ///< by rank; null: the block has not begun, or has ended
  ClusterBarrier barrier;
};

/// Whether blocks of the grid need a Cluster: the grid has clusters, or the program has the barrier
/// of clusters.
bool needs_cluster(const Grid& grid);

/// Whether one host thread must execute all blocks of the grid: a step may change the memory of
/// another SM's block at once, or global memory.
bool needs_one_host_thread(const Grid& grid);

/// The clusters of a running grid that have begun, by the number of their first block.
struct ClusterTable {
  std::map<std::uint64_t, std::weak_ptr<Cluster>> clusters;
};

/// Returns the cluster of a block that has started, which is new if the block is its first one.
/// Blocks of a grid with clusters must start one after the other.
std::shared_ptr<Cluster> cluster_of(const Block& block);

/// Makes the block, which has started, the member of a cluster that its index names.
void join(Block& block, std::shared_ptr<Cluster> cluster);
/// Tells the barrier of the warp's cluster, if there is one, which lanes have ended.
void leave_cluster_barrier(const Warp& warp);
/// Takes the block, which has ended, out of its cluster. Does nothing if it has none.
void leave_cluster(Block& block);

}  // namespace heddle::exec
