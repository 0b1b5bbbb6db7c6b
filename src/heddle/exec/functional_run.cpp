#include "heddle/exec/functional_run.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "heddle/exec/barrier.hpp"
#include "heddle/exec/executable.hpp"
#include "heddle/exec/fault.hpp"
#include "heddle/exec/spin_detector.hpp"

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
      : grid_(grid), services_(services), options_(options) {
    environment_.first_nanosecond = options.first_nanosecond;
  }

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
      if (!blocks_.empty()) check_progress(progress);
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
      if (step_.wrote || step_.kind == StepKind::exit) spins_.progress();
      if (step_.kind == StepKind::system) {
        perform_system_call(warp, step_.pc, step_.executed, services_);
        spins_.progress();
      }
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
    spins_.progress();
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

  /// `ran`: some warp could run.
  void check_progress(bool ran) {
    if (!ran) report("no warp can go on: all that have not ended wait at barriers");
    std::vector<const Warp*> running;
    for (const auto& block : blocks_)
      for (unsigned i = 0; i < block->warps.size(); ++i)
        if (block->may_run(i)) running.push_back(&block->warps[i]);
    if (spins_.repeats(running))
      report(
          "no warp can go on: those that run repeat what they did, for a value that nobody will "
          "store");
  }

  [[noreturn]] void report(const std::string& what) const {
    const ResidentBlock& block = *blocks_.front();
    const auto first = static_cast<unsigned>(std::countr_zero(block.barriers.live()));
    std::string chain;
    for (unsigned i = first; i < block.warps.size(); ++i)
      if ((block.barriers.live() >> i & 1) != 0) chain += "\n  " + wait_of(block, i);
    const Warp& warp = block.warps[first];
    const Pc pc = block.may_run(first) ? warp.pc() : block.barrier_pc[first];
    raise_fault(FaultKind::deadlock, warp, pc, first_lane(warp.active()), 0, what + chain);
  }

  /// What a warp waits for, in words.
  std::string wait_of(const ResidentBlock& block, unsigned index) const {
    const auto line_of = [this](Pc pc) {
      return pc < grid_.program->code.size() ? grid_.program->code[pc].line : 0;
    };
    if (!block.may_run(index)) {
      const auto at = block.barriers.progress(index);
      return fmt::format("warp {} at line {}: barrier {}, {} of {} warps have arrived", index,
                         line_of(block.barrier_pc[index]), at.barrier, at.arrived, at.expected);
    }
    const auto& paths = block.warps[index].stack.entries();
    std::string text = fmt::format("warp {} spins at line {}, lanes {:#010x}", index,
                                   line_of(paths.back().pc), paths.back().lanes);
    for (std::size_t i = paths.size() - 1; i-- > 0;)
      if (const LaneMask others = paths[i].lanes & ~paths.back().lanes; others != 0)
        text += fmt::format(
            "; its lanes {:#010x} wait at line {} until these are done: a lane cannot wait for "
            "another one of its warp",
            others, line_of(paths[i].pc));
    return text;
  }

  const Grid& grid_;
  SystemServices& services_;
  const FunctionalOptions& options_;
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;  ///< warps point to their block
  std::uint64_t next_block_ = 0;
  SpinDetector spins_;
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
