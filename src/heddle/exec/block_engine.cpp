#include "heddle/exec/block_engine.hpp"

#include <bit>

#include "heddle/exec/async/awaited_barrier.hpp"
#include "heddle/exec/step/cluster_shape.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/fault.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kPatience = 64;  ///< rounds without progress before warps are watched

}  // namespace

BlockEngine::BlockEngine(const Grid& grid, SystemServices& services,
                         const FunctionalOptions& options, std::uint64_t first, std::uint64_t end)
    : grid_(grid),
      services_(services),
      options_(options),
      next_block_(first),
      end_block_(end),
      cluster_blocks_(grid.shape.cluster.volume()),
      needs_cluster_(needs_cluster(grid)) {
  environment_.first_nanosecond = options.first_nanosecond;
  environment_.among_threads = options.among_threads;
}

void BlockEngine::add_block(std::uint64_t id) {
  next_block_ = id;
  end_block_ = id + 1;
}

/// Returns whether the condition is true for any warp that may run.
template <typename Condition>
bool BlockEngine::some_warp(Condition&& condition) const {
  for (const auto& block : blocks_)
    for (unsigned i = 0; i < block->warps.size(); ++i)
      if (block->may_run(i) && condition(*block, i)) return true;
  return false;
}

BlockEngine::Outcome BlockEngine::advance() {
  note_progress();
  progressed_ = false;
  start_blocks(std::max(options_.resident_blocks, 1u));
  wake_parents();
  while (!blocks_.empty()) {
    for (auto& block : blocks_) run_block(*block);
    if (needs_cluster_) wake_clusters();
    replace_finished();
    options_.requests.look();
    if (options_.limit != 0 && counts_.warp_instructions >= options_.limit) {
      counts_.complete = blocks_.empty();
      return Outcome::limit;
    }
    if (blocks_.empty() || !is_stuck()) continue;
    if (blocks_.size() >= options_.most_blocks || next_block_ == end_block_) return Outcome::stuck;
    start_blocks(std::min<std::uint64_t>(2 * blocks_.size(), options_.most_blocks));
    note_progress();
  }
  return Outcome::finished;
}

void BlockEngine::report_deadlock() const {
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

/// Starts whole clusters until `count` blocks are resident or no block is left.
void BlockEngine::start_blocks(std::uint64_t count) {
  while (next_block_ < end_block_ &&
         (blocks_.empty() || blocks_.size() + cluster_blocks_ <= count)) {
    const auto cluster = new_cluster();
    for (std::uint64_t i = 0; i < cluster_blocks_; ++i) {
      blocks_.push_back(spare_ != nullptr ? std::move(spare_) : std::make_unique<ResidentBlock>());
      start_next(*blocks_.back(), cluster);
    }
  }
}

void BlockEngine::start_next(ResidentBlock& in, const std::shared_ptr<Cluster>& cluster) {
  const LaunchShape& shape = grid_.shape;
  const std::uint64_t order = next_block_++;
  in.start(grid_, cluster_blocks_ == 1 ? order : block_in_order(order, shape.grid, shape.cluster),
           cluster);
}

std::shared_ptr<Cluster> BlockEngine::new_cluster() const {
  return needs_cluster_ ? std::make_shared<Cluster>(grid_) : nullptr;
}

/// Lets the warps go on whose block has no incomplete child any more.
void BlockEngine::wake_parents() {
  for (auto& block : blocks_)
    if (block->for_children != 0 && !services_.runtime->has_children(grid_, block->block.id))
      block->for_children = 0;
}

/// Lets the warps go on whose cluster has arrived.
void BlockEngine::wake_clusters() {
  for (auto& resident : blocks_) {
    const Block& block = resident->block;
    for (std::uint64_t left = resident->for_cluster; left != 0; left &= left - 1) {
      const auto warp = static_cast<unsigned>(std::countr_zero(left));
      if (block.cluster->barrier.is_held(block.rank, warp, kAllLanes)) continue;
      resident->for_cluster &= ~(1ull << warp);
      note_progress();
    }
  }
}

void BlockEngine::run_block(ResidentBlock& block) {
  for (unsigned i = 0; i < block.warps.size(); ++i)
    if (block.may_run(i)) run_warp(block, i);
}

/// Records that an event has occurred for which a spinning warp may have waited.
void BlockEngine::note_progress() {
  quiet_rounds_ = 0;
  progressed_ = true;
}

void BlockEngine::run_warp(ResidentBlock& block, unsigned index) {
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
    if (needs_cluster_) follow_cluster(block, index);
    if (warp.done()) {
      if (block.barriers.exited(index)) release(block);
      return;
    }
    if (!block.may_run(index)) return;
  }
}

/// Does what the last step means for the barrier of the cluster.
void BlockEngine::follow_cluster(ResidentBlock& block, unsigned index) {
  ClusterBarrier& barrier = block.block.cluster->barrier;
  if (step_.kind == StepKind::exit) leave_cluster_barrier(block.warps[index]);
  if (step_.kind != StepKind::cluster_wait) return;
  block.barrier_pc[index] = step_.pc;
  if (barrier.is_held(block.block.rank, index, step_.executed)) block.for_cluster |= 1ull << index;
}

void BlockEngine::arrive(ResidentBlock& block, unsigned index) {
  block.barrier_pc[index] = step_.pc;
  block.barrier_lanes[index] = step_.executed;
  if (block.barriers.arrive(index, step_.barrier)) release(block);
}

void BlockEngine::release(ResidentBlock& block) {
  note_progress();
  for (unsigned i = 0; i < block.warps.size(); ++i)
    if ((block.barriers.released() >> i & 1) != 0)
      complete_barrier(block.warps[i], block.barrier_pc[i], block.barrier_lanes[i],
                       block.barriers.value());
}

void BlockEngine::replace_finished() {
  const std::size_t before = blocks_.size();
  for (auto& block : blocks_) {
    if (!block->done()) continue;
    ++counts_.blocks;
    leave_cluster(block->block);
    if (next_block_ < end_block_ && cluster_blocks_ == 1)
      start_next(*block, new_cluster());
    else
      spare_ = std::move(block);
  }
  std::erase_if(blocks_, [](const auto& block) { return block == nullptr; });
  if (cluster_blocks_ != 1) start_blocks(before);
}

/// Returns whether no warp can make progress, because all running warps spin. Called once in each
/// round.
bool BlockEngine::is_stuck() {
  if (++quiet_rounds_ <= kPatience) return !some_warp([](const auto&, unsigned) { return true; });
  if (quiet_rounds_ == kPatience + 1) {
    for (auto& block : blocks_)
      for (auto& watch : block->watches) watch.restart();
  }
  return !some_warp(
      [](const ResidentBlock& block, unsigned i) { return !block.watches[i].spinning(); });
}

/// Describes in words the event for which a warp waits.
std::string BlockEngine::wait_of(const ResidentBlock& block, unsigned index) const {
  const auto line_of = [this](Pc pc) {
    return pc < grid_.program->code.size() ? grid_.program->code[pc].line : 0;
  };
  if ((block.for_children >> index & 1) != 0)
    return fmt::format("warp {} waits for the grids that its block has launched", index);
  if ((block.for_cluster >> index & 1) != 0)
    return fmt::format(
        "warp {} at line {}: barrier.cluster, {} threads of the cluster of {} blocks "
        "have not arrived",
        index, line_of(block.barrier_pc[index]), block.block.cluster->barrier.missing(),
        cluster_blocks_);
  if (!block.may_run(index)) {
    const auto at = block.barriers.progress(index);
    return fmt::format("warp {} at line {}: barrier {}, {} of {} warps have arrived", index,
                       line_of(block.barrier_pc[index]), at.barrier, at.arrived, at.expected);
  }
  const StackEntry& path = block.warps[index].path();
  const auto& below = block.warps[index].parts[0].below();
  std::string text =
      fmt::format("warp {} spins at line {}, lanes {:#010x}", index, line_of(path.pc), path.lanes);
  text += awaited_barrier_in_words(block.warps[index]);
  for (std::size_t i = below.size(); i-- > 0;)
    if (const LaneMask others = below[i].lanes & ~path.lanes; others != 0)
      text += grid_.has_independent_threads()
                  ? fmt::format("; its lanes {:#010x} are at line {}", others, line_of(below[i].pc))
                  : fmt::format(
                        "; its lanes {:#010x} wait at line {} until these are done: a "
                        "lane cannot wait for another one of its warp",
                        others, line_of(below[i].pc));
  return text;
}

}  // namespace heddle::exec
