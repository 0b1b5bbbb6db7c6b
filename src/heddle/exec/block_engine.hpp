// The engine of FunctionalRun: resident blocks, whose warps take turns. An engine runs all blocks
// of a grid, or blocks that it gets one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/step/cluster.hpp"
#include "heddle/exec/sync/barrier.hpp"
#include "heddle/exec/sync/spin_watch.hpp"

namespace heddle::exec {

/// A running block with its warps.
struct ResidentBlock {
  Block block;
  std::vector<Warp> warps;
  std::vector<SpinWatch> watches;  ///< one watch for each warp of the block
  BlockBarriers barriers;
  std::vector<Pc> barrier_pc;           ///< pc at which each waiting warp arrived
  std::vector<LaneMask> barrier_lanes;  ///< lanes with which each waiting warp arrived
  std::uint64_t for_children = 0;  ///< warps that wait for the grids that the block has launched
  std::uint64_t for_cluster = 0;   ///< warps that wait at the barrier of their cluster

  /// `cluster`: null if the block needs none.
  void start(const Grid& grid, std::uint64_t id, const std::shared_ptr<Cluster>& cluster) {
    block.start(grid, id);
    if (cluster != nullptr) join(block, cluster);
    warps.resize(grid.warps_per_block());
    watches.resize(warps.size());
    barrier_pc.assign(warps.size(), 0);
    barrier_lanes.assign(warps.size(), 0);
    for_children = for_cluster = 0;
    for (std::uint32_t i = 0; i < warps.size(); ++i) {
      warps[i].slot = i;
      warps[i].start(block, i);
    }
    barriers.start(static_cast<unsigned>(warps.size()));
  }
  bool done() const { return barriers.live() == 0; }
  bool may_run(unsigned warp) const {
    return ((barriers.live() & ~barriers.waiting() & ~for_children & ~for_cluster) >> warp & 1) !=
           0;
  }
};

class BlockEngine {
 public:
  using Outcome = FunctionalRun::Outcome;

  /// Runs the blocks [first, end) of the grid. No block starts before advance().
  BlockEngine(const Grid& grid, SystemServices& services, const FunctionalOptions& options,
              std::uint64_t first, std::uint64_t end);

  Outcome advance();
  /// Runs block `id` next, after those that are there.
  void add_block(std::uint64_t id);
  /// Lets the engine go on with a block of another engine of the grid.
  void adopt(std::unique_ptr<ResidentBlock> block) { blocks_.push_back(std::move(block)); }
  /// Gives away the resident blocks.
  std::vector<std::unique_ptr<ResidentBlock>> give_up() { return std::exchange(blocks_, {}); }
  /// The block that starts next, for grids without clusters.
  std::uint64_t next_block() const { return next_block_; }
  /// Leaves out the blocks before `id` that have not started.
  void skip_to(std::uint64_t id) { next_block_ = id; }

  [[noreturn]] void report_deadlock() const;
  bool progressed() const { return progressed_; }
  const FunctionalCounts& counts() const { return counts_; }
  /// Sets the counts, to which the engine adds.
  void set_counts(const FunctionalCounts& counts) { counts_ = counts; }

 private:
  void start_blocks(std::uint64_t count);
  /// Starts the next block in a place. `cluster`: null if blocks need none.
  void start_next(ResidentBlock& in, const std::shared_ptr<Cluster>& cluster);
  std::shared_ptr<Cluster> new_cluster() const;
  void wake_parents();
  void wake_clusters();
  void run_block(ResidentBlock& block);
  void note_progress();
  void run_warp(ResidentBlock& block, unsigned index);
  void follow_cluster(ResidentBlock& block, unsigned index);
  void arrive(ResidentBlock& block, unsigned index);
  void release(ResidentBlock& block);
  void replace_finished();
  bool is_stuck();
  template <typename Condition>
  bool some_warp(Condition&& condition) const;
  std::string wait_of(const ResidentBlock& block, unsigned index) const;

  const Grid& grid_;
  SystemServices& services_;
  FunctionalOptions options_;
  /// Pointers to the blocks, because the warps hold the addresses of their blocks.
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;
  std::unique_ptr<ResidentBlock> spare_;  ///< an ended block, whose storage the next block takes
  std::uint64_t next_block_, end_block_;  ///< numbers in the order in which blocks start
  std::uint64_t cluster_blocks_;          ///< blocks that start together
  bool needs_cluster_;
  std::uint64_t quiet_rounds_ = 0;  ///< rounds over all warps since the last progress
  bool progressed_ = false;
  StepEnvironment environment_;
  Step step_;
  FunctionalCounts counts_;
};

}  // namespace heddle::exec
