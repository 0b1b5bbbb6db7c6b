#include "heddle/exec/functional_run.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/sync/barrier.hpp"
#include "heddle/exec/sync/spin_watch.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kPatience = 64;  ///< rounds without progress before warps are watched

/// A running block with its warps.
struct ResidentBlock {
  Block block;
  std::vector<Warp> warps;
  std::vector<SpinWatch> watches;  ///< one watch for each warp of the block
  BlockBarriers barriers;
  std::vector<Pc> barrier_pc;           ///< pc at which each waiting warp arrived
  std::vector<LaneMask> barrier_lanes;  ///< lanes with which each waiting warp arrived
  std::uint64_t for_children = 0;  ///< warps that wait for the grids that the block has launched

  void start(const Grid& grid, std::uint64_t id) {
    block.start(grid, id);
    warps.resize(grid.warps_per_block());
    watches.resize(warps.size());
    barrier_pc.assign(warps.size(), 0);
    barrier_lanes.assign(warps.size(), 0);
    for_children = 0;
    for (std::uint32_t i = 0; i < warps.size(); ++i) {
      warps[i].slot = i;
      warps[i].start(block, i);
    }
    barriers.start(static_cast<unsigned>(warps.size()));
  }
  bool done() const { return barriers.live() == 0; }
  bool may_run(unsigned warp) const {
    return ((barriers.live() & ~barriers.waiting() & ~for_children) >> warp & 1) != 0;
  }
};

}  // namespace

class FunctionalRun::Blocks {
 public:
  Blocks(const Grid& grid, SystemServices& services, const FunctionalOptions& options)
      : grid_(grid), services_(services), options_(options) {
    environment_.first_nanosecond = options.first_nanosecond;
    start_blocks(std::max(options_.resident_blocks, 1u));
  }

  Outcome advance() {
    note_progress();
    progressed_ = false;
    wake_parents();
    while (!blocks_.empty()) {
      for (auto& block : blocks_) run_block(*block);
      replace_finished();
      options_.requests.look();
      if (options_.limit != 0 && counts_.warp_instructions >= options_.limit) {
        counts_.complete = blocks_.empty();
        return Outcome::limit;
      }
      if (blocks_.empty() || !is_stuck()) continue;
      if (blocks_.size() >= options_.most_blocks || next_block_ == grid_.blocks())
        return Outcome::stuck;
      start_blocks(std::min<std::uint64_t>(2 * blocks_.size(), options_.most_blocks));
      note_progress();
    }
    return Outcome::finished;
  }

  [[noreturn]] void report_deadlock() const {
    const bool some_run = some_warp([](const auto&, unsigned) { return true; });
    const std::string what =
        some_run ? "no warp can go on: those that run repeat what they did, for a value that "
                   "nobody will store"
                 : "no warp can go on: all that have not ended wait at barriers";
    const ResidentBlock& block = *blocks_.front();
    const auto first = static_cast<unsigned>(std::countr_zero(block.barriers.live()));
    std::string chain;
    for (unsigned i = first; i < block.warps.size(); ++i)
      if ((block.barriers.live() >> i & 1) != 0) chain += "\n  " + wait_of(block, i);
    const Warp& warp = block.warps[first];
    const Pc pc = block.may_run(first) ? warp.pc() : block.barrier_pc[first];
    raise_fault(FaultKind::deadlock, warp, pc, first_lane(warp.active()), 0, what + chain);
  }

  bool progressed() const { return progressed_; }
  const FunctionalCounts& counts() const { return counts_; }

 private:
  /// Starts blocks until `count` blocks are resident or no block is left.
  void start_blocks(std::uint64_t count) {
    while (blocks_.size() < count && next_block_ < grid_.blocks()) {
      blocks_.push_back(std::make_unique<ResidentBlock>());
      blocks_.back()->start(grid_, next_block_++);
    }
  }

  /// Lets the warps go on whose block has no incomplete child any more.
  void wake_parents() {
    for (auto& block : blocks_)
      if (block->for_children != 0 && !services_.runtime->has_children(grid_, block->block.id))
        block->for_children = 0;
  }

  void run_block(ResidentBlock& block) {
    for (unsigned i = 0; i < block.warps.size(); ++i)
      if (block.may_run(i)) run_warp(block, i);
  }

  /// Records that an event has occurred for which a spinning warp may have waited.
  void note_progress() {
    quiet_rounds_ = 0;
    progressed_ = true;
  }

  void run_warp(ResidentBlock& block, unsigned index) {
    Warp& warp = block.warps[index];
    for (unsigned left = options_.slice; left > 0; --left) {
      environment_.clock = counts_.warp_instructions;
      step(warp, environment_, step_);
      ++counts_.warp_instructions;
      counts_.thread_instructions += lane_count(step_.executed);
      counts_.ptx_instructions += grid_.program->code[step_.pc].ptx_instructions;
      if (step_.wrote || step_.kind == StepKind::exit) note_progress();
      if (quiet_rounds_ > kPatience) block.watches[index].stepped(warp, step_);
      if (step_.kind == StepKind::system) {
        const WarpCall call{.pc = step_.pc, .lanes = step_.executed, .row_base = step_.row_base};
        if (perform_system_call(warp, call, services_)) block.for_children |= 1ull << index;
        note_progress();
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
    note_progress();
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

  /// Returns whether no warp can make progress, because all running warps spin. Called once in each
  /// round.
  bool is_stuck() {
    if (++quiet_rounds_ <= kPatience) return !some_warp([](const auto&, unsigned) { return true; });
    if (quiet_rounds_ == kPatience + 1) {
      for (auto& block : blocks_)
        for (auto& watch : block->watches) watch.restart();
    }
    return !some_warp(
        [](const ResidentBlock& block, unsigned i) { return !block.watches[i].spinning(); });
  }

  /// Returns whether the condition is true for any warp that may run.
  template <typename Condition>
  bool some_warp(Condition&& condition) const {
    for (const auto& block : blocks_)
      for (unsigned i = 0; i < block->warps.size(); ++i)
        if (block->may_run(i) && condition(*block, i)) return true;
    return false;
  }

  /// Describes in words the event for which a warp waits.
  std::string wait_of(const ResidentBlock& block, unsigned index) const {
    const auto line_of = [this](Pc pc) {
      return pc < grid_.program->code.size() ? grid_.program->code[pc].line : 0;
    };
    if ((block.for_children >> index & 1) != 0)
      return fmt::format("warp {} waits for the grids that its block has launched", index);
    if (!block.may_run(index)) {
      const auto at = block.barriers.progress(index);
      return fmt::format("warp {} at line {}: barrier {}, {} of {} warps have arrived", index,
                         line_of(block.barrier_pc[index]), at.barrier, at.arrived, at.expected);
    }
    const StackEntry& path = block.warps[index].path();
    const auto& below = block.warps[index].parts[0].below();
    std::string text = fmt::format("warp {} spins at line {}, lanes {:#010x}", index,
                                   line_of(path.pc), path.lanes);
    for (std::size_t i = below.size(); i-- > 0;)
      if (const LaneMask others = below[i].lanes & ~path.lanes; others != 0)
        text +=
            grid_.has_independent_threads()
                ? fmt::format("; its lanes {:#010x} are at line {}", others, line_of(below[i].pc))
                : fmt::format(
                      "; its lanes {:#010x} wait at line {} until these are done: a "
                      "lane cannot wait for another one of its warp",
                      others, line_of(below[i].pc));
    return text;
  }

  const Grid& grid_;
  SystemServices& services_;
  FunctionalOptions options_;
  /// Pointers to the blocks, because the warps hold the addresses of their blocks.
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;
  std::uint64_t next_block_ = 0;
  std::uint64_t quiet_rounds_ = 0;  ///< rounds over all warps since the last progress
  bool progressed_ = false;
  StepEnvironment environment_;
  Step step_;
  FunctionalCounts counts_;
};

FunctionalRun::FunctionalRun(const Grid& grid, SystemServices& services,
                             const FunctionalOptions& options)
    : blocks_(std::make_unique<Blocks>(grid, services, options)) {}
FunctionalRun::~FunctionalRun() = default;

FunctionalRun::Outcome FunctionalRun::advance() { return blocks_->advance(); }
bool FunctionalRun::progressed() const { return blocks_->progressed(); }
const FunctionalCounts& FunctionalRun::counts() const { return blocks_->counts(); }
void FunctionalRun::report_deadlock() const { blocks_->report_deadlock(); }

FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options) {
  FunctionalRun run(grid, services, options);
  if (run.advance() == FunctionalRun::Outcome::stuck) run.report_deadlock();
  return run.counts();
}

}  // namespace heddle::exec
