#include "heddle/exec/functional_run.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "heddle/exec/barrier.hpp"
#include "heddle/exec/executable.hpp"
#include "heddle/exec/fault.hpp"

namespace heddle::exec {
namespace {

/// A block with its warps while it runs.
struct ResidentBlock {
  Block block;
  std::vector<Warp> warps;
  BlockBarriers barriers;
  std::vector<Pc> barrier_pc;           ///< where each waiting warp arrived
  std::vector<LaneMask> barrier_lanes;  ///< and with which lanes

  void start(const Grid& grid, std::uint64_t id) {
    block.start(grid, id);
    warps.resize(grid.warps_per_block());
    barrier_pc.assign(warps.size(), 0);
    barrier_lanes.assign(warps.size(), 0);
    for (std::uint32_t i = 0; i < warps.size(); ++i) {
      warps[i].slot = i;
      warps[i].start(block, i);
    }
    barriers.start(static_cast<unsigned>(warps.size()));
  }
  bool done() const { return barriers.live() == 0; }
  bool may_run(unsigned warp) const {
    return ((barriers.live() & ~barriers.waiting()) >> warp & 1) != 0;
  }
};

class FunctionalRun {
 public:
  FunctionalRun(const Grid& grid, SystemServices& services, const FunctionalOptions& options)
      : grid_(grid), services_(services), options_(options) {}

  FunctionalCounts run() {
    const auto resident =
        std::min<std::uint64_t>(std::max(options_.resident_blocks, 1u), grid_.blocks());
    for (std::uint64_t i = 0; i < resident; ++i) {
      blocks_.push_back(std::make_unique<ResidentBlock>());
      blocks_.back()->start(grid_, next_block_++);
    }
    while (!blocks_.empty()) {
      bool progress = false;
      for (auto& block : blocks_) progress |= run_block(*block);
      replace_finished();
      if (options_.limit != 0 && counts_.warp_instructions >= options_.limit) {
        counts_.complete = blocks_.empty();
        break;
      }
      if (!progress && !blocks_.empty()) report_deadlock();
    }
    return counts_;
  }

 private:
  bool run_block(ResidentBlock& block) {
    bool progress = false;
    for (unsigned i = 0; i < block.warps.size(); ++i) {
      if (!block.may_run(i)) continue;
      progress = true;
      run_warp(block, i);
    }
    return progress;
  }

  void run_warp(ResidentBlock& block, unsigned index) {
    Warp& warp = block.warps[index];
    for (unsigned left = options_.slice; left > 0; --left) {
      environment_.clock = counts_.warp_instructions;
      step(warp, environment_, step_);
      ++counts_.warp_instructions;
      counts_.thread_instructions += lane_count(step_.executed);
      counts_.ptx_instructions += grid_.program->code[step_.pc].ptx_instructions;
      if (step_.kind == StepKind::system)
        perform_system_call(warp, step_.pc, step_.executed, services_);
      if (step_.kind == StepKind::barrier) arrive(block, index);
      if (warp.done()) {
        if (block.barriers.exited(index)) release(block);
        return;
      }
      if (!block.may_run(index)) return;
    }
  }

  void arrive(ResidentBlock& block, unsigned index) {
    block.barrier_pc[index] = step_.pc;
    block.barrier_lanes[index] = step_.executed;
    if (block.barriers.arrive(index, step_.barrier)) release(block);
  }

  void release(ResidentBlock& block) {
    for (unsigned i = 0; i < block.warps.size(); ++i)
      if ((block.barriers.released() >> i & 1) != 0)
        complete_barrier(block.warps[i], block.barrier_pc[i], block.barrier_lanes[i],
                         block.barriers.value());
  }

  void replace_finished() {
    for (auto& block : blocks_) {
      if (!block->done()) continue;
      ++counts_.blocks;
      if (next_block_ < grid_.blocks()) block->start(grid_, next_block_++);
    }
    std::erase_if(blocks_, [](const auto& block) { return block->done(); });
  }

  /// Every live warp waits at a barrier that will not complete.
  [[noreturn]] void report_deadlock() const {
    const ResidentBlock& block = *blocks_.front();
    std::string chain;
    unsigned first = 0;
    for (unsigned i = static_cast<unsigned>(block.warps.size()); i-- > 0;) {
      if ((block.barriers.waiting() >> i & 1) == 0) continue;
      first = i;
      const auto at = block.barriers.progress(i);
      chain = fmt::format("\n  warp {} at line {}: barrier {}, {} of {} warps have arrived", i,
                          grid_.program->code[block.barrier_pc[i]].line, at.barrier, at.arrived,
                          at.expected) +
              chain;
    }
    raise_fault(FaultKind::deadlock, block.warps[first], block.barrier_pc[first],
                first_lane(block.barrier_lanes[first]), 0,
                "no warp can go on: all that have not ended wait at barriers" + chain);
  }

  const Grid& grid_;
  SystemServices& services_;
  const FunctionalOptions& options_;
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;  ///< warps point to their block
  std::uint64_t next_block_ = 0;
  StepEnvironment environment_;
  Step step_;
  FunctionalCounts counts_;
};

}  // namespace

FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options) {
  return FunctionalRun(grid, services, options).run();
}

}  // namespace heddle::exec
