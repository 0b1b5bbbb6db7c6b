// Decisions that concern the GPU as a whole: which grid runs, which SM gets the next block, what a
// finished block makes possible.

#include <algorithm>

#include "heddle/gpu/gpu.hpp"

namespace heddle::gpu {
namespace {

/// Code lies above all device memory and below local memory, each program in a span of its own.
constexpr Addr kCodeBase = Addr{1} << 51;
constexpr Addr kCodeSpan = Addr{1} << 24;

}  // namespace

std::uint64_t Gpu::start(std::shared_ptr<const exec::Grid> grid, GridContext context) {
  auto run = std::make_unique<GridRun>();
  run->number = next_grid_++;
  run->demand = demand_of(*grid->program, grid->threads_per_block(),
                          grid->shape.dynamic_shared_bytes, machine_.sm);
  run->facts = block_facts(*grid, machine_.sm);
  run->status.blocks = grid->blocks();
  run->next_block = context.next_block;
  run->status.blocks_done = context.blocks_done;
  run->saved.put_back(std::move(context.blocks));
  run->decoded = decoded_programs_.find(grid->program, [&] {
    const Addr code = kCodeBase + programs_decoded_++ * kCodeSpan;
    return std::make_shared<const core::DecodedProgram>(*grid->program, machine_.execution,
                                                        machine_.sm.register_banks,
                                                        sms_.front()->shape(), code);
  });
  run->grid = std::move(grid);
  waiting_.push_back(run.get());
  ++unfinished_;
  last_effect_ = now_;
  const std::uint64_t number = run->number;
  grids_.emplace(number, std::move(run));
  begin_grids(now_);
  return number;
}

void Gpu::begin_grids(Cycle when) {
  while (!waiting_.empty()) {
    const auto slot = std::find(running_.begin(), running_.end(), nullptr);
    if (slot == running_.end()) break;
    GridRun& run = *waiting_.front();
    waiting_.pop_front();
    *slot = &run;
    run.slot = static_cast<std::uint8_t>(slot - running_.begin());
    run.started = true;
    run.launch_end = when + machine_.control.launch_latency;
    run.at_start = snapshot(run.slot, when);
    order_.push_back(&run);
    for (auto& profile : load_profiles_) profile->bind(run.slot, run.grid->program);
    for (auto& sm : sms_) {
      sm->bind(run.slot, *run.grid, *run.decoded);
      sm->invalidate_cache();
    }
  }
  end_launches(when);
}

void Gpu::end_launches(Cycle until) {
  for (GridRun* run : order_) {
    if (run->launched || run->launch_end > until) continue;
    run->launched = true;
    dispatch_blocks(run->launch_end);
  }
}

void Gpu::dispatch_blocks(Cycle when) {
  const Cycle arrival = when + machine_.control.control_latency;
  for (GridRun* run : order_) {
    if (!run->launched || run->suspended) continue;
    while (run->saved.any_ready() || run->next_block < run->status.blocks) {
      for (std::size_t i = 0; i < free_.size(); ++i) fits_[i] = free_[i].fits(run->demand);
      const std::uint32_t sm = block_dispatch_->choose(fits_);
      if (sm == policy::BlockDispatch::kNoSm) break;
      free_[sm].take(run->demand);
      if (run->saved.any_ready()) {
        sms_[sm]->schedule_restore(arrival, run->slot, run->saved.take_ready());
      } else {
        if (run->next_block + 1 == run->status.blocks)
          for (auto& each : sms_) each->schedule_last_block(arrival, run->slot);
        sms_[sm]->schedule_block(arrival, run->slot, run->next_block++);
      }
    }
  }
}

bool Gpu::finish_block(const StampedReport& report) {
  GridRun& run = *running_[report.report.kernel];
  free_[report.sm].give_back(run.demand);
  const bool ended = ++run.status.blocks_done == run.status.blocks;
  if (ended) finish_grid(run, report.report.when + 1);
  dispatch_blocks(report.report.when);
  return ended;
}

void Gpu::finish_grid(GridRun& run, Cycle when) {
  const GridCounters end = snapshot(run.slot, when);
  run.status.counters = counters_of(run, end);
  run.status.finished = true;
  running_[run.slot] = nullptr;
  const bool was_oldest = order_.front() == &run;
  std::erase(order_, &run);
  if (was_oldest && !order_.empty()) order_.front()->at_start.disown_empty(end);
  if (--unfinished_ == 0) sampling_.end_span(when);
}

void Gpu::serve(const StampedReport& report) {
  core::Sm& sm = *sms_[report.sm];
  const core::SmReport& call = report.report;
  exec::perform_system_call(sm.warp_of(call.entity), call.pc, call.lanes, services_);
  sm.schedule_service_end(call.when + machine_.control.control_latency, call.entity);
}

}  // namespace heddle::gpu
