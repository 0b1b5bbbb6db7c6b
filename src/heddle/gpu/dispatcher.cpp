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
                          grid->shape.dynamic_shared_bytes, chip_.machine.sm);
  run->facts = block_facts(*grid, chip_.machine.sm);
  run->most_on_an_sm = policies_.most_on_an_sm(grid->blocks(), run->facts.occupancy.blocks,
                                               grid->shape.cooperative, now_);
  run->status.blocks = grid->blocks();
  run->next_block = context.next_block;
  run->status.blocks_done = context.blocks_done;
  run->saved.put_back(std::move(context.blocks));
  run->decoded = decoded_programs_.find(grid->program, [&] {
    const Addr code = kCodeBase + programs_decoded_++ * kCodeSpan;
    return std::make_shared<const core::DecodedProgram>(*grid->program, chip_.machine.execution,
                                                        chip_.machine.sm.register_banks,
                                                        chip_.sms.front()->shape(), code);
  });
  run->grid = std::move(grid);
  waiting_.push_back(run.get());
  ++unfinished_;
  watchdog_.note_progress(now_);
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
    run.launch_end = when + chip_.machine.control.launch_latency;
    accounts_.open(run.slot, run.facts, run.grid->program, when);
    order_.push_back(&run);
    for (auto& sm : chip_.sms) {
      sm->bind(run.slot, *run.grid, *run.decoded, run.demand);
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
  const Cycle arrival = when + chip_.machine.control.control_latency;
  for (GridRun* run : order_) {
    if (!run->launched || run->suspended) continue;
    while (run->saved.any_ready() || run->next_block < run->status.blocks) {
      const bool restores = run->saved.any_ready();
      const BlockDemand demand = restores ? demand_of_restored(*run) : run->demand;
      const auto place = find_place(*run, demand, when);
      if (!place) break;
      ledgers_[place->sm].send(run->slot, demand, place->warps, share_of(demand, place->warps));
      core::Sm& sm = *chip_.sms[place->sm];
      if (restores) {
        sm.schedule_restore(arrival, run->slot, run->saved.take_ready());
      } else {
        if (run->next_block + 1 == run->status.blocks)
          for (auto& each : chip_.sms) each->schedule_last_block(arrival, run->slot);
        sm.schedule_block(arrival, run->slot, run->next_block++, place->warps);
      }
    }
  }
}

/// Whole blocks have the first choice of all SMs. Of a cooperative grid all blocks wait for each
/// other, and of a saved block all warps have to go on: they come whole or not at all.
std::optional<Gpu::Place> Gpu::find_place(const GridRun& run, const BlockDemand& demand,
                                          Cycle when) {
  const bool only_whole = run.grid->shape.cooperative || run.saved.any_ready();
  for (std::uint32_t sm = 0; sm < chip_.sms.size(); ++sm)
    admitted_[sm] = ledgers_[sm].blocks_of(run.slot) < run.most_on_an_sm
                        ? policies_.admit(sm, ledgers_[sm].room(run.slot), demand, when)
                        : 0;
  for (const bool whole : {true, false}) {
    if (!whole && only_whole) break;
    for (std::size_t sm = 0; sm < chip_.sms.size(); ++sm)
      fits_[sm] = admitted_[sm] != 0 && (admitted_[sm] == demand.warps) == whole;
    if (const auto sm = policies_.choose(fits_, when)) return Place{*sm, admitted_[*sm]};
  }
  return std::nullopt;
}

BlockDemand Gpu::demand_of_restored(const GridRun& run) const {
  if (!policies_.releases_warps()) return run.demand;
  const model::Resources unfinished = run.saved.front().unfinished(run.demand);
  BlockDemand demand = run.demand;
  demand.warps = static_cast<std::uint32_t>(unfinished.warps);
  demand.threads = static_cast<std::uint32_t>(unfinished.threads);
  demand.registers = unfinished.registers;
  return demand;
}

model::Resources Gpu::share_of(const BlockDemand& demand, std::uint32_t warps) const {
  return model::of_warps(demand, policies_.releases_warps() ? warps : demand.warps);
}

void Gpu::drain_warp(const StampedReport& report) {
  const core::SmReport& drained = report.report;
  Ledger& ledger = ledgers_[report.sm];
  ledger.give_back(drained.kernel, drained.amount);
  if (!ledger.has_partial()) dispatch_blocks(drained.when);
}

void Gpu::start_warps(const StampedReport& report) {
  const core::SmReport& started = report.report;
  ledgers_[report.sm].start(started.kernel, started.amount, started.has_waiting);
  if (!started.has_waiting) dispatch_blocks(started.when);
}

bool Gpu::finish_block(const StampedReport& report) {
  const core::SmReport& finished = report.report;
  GridRun& run = *running_[finished.kernel];
  ledgers_[report.sm].give_back(run.slot, finished.amount);
  const bool ended = ++run.status.blocks_done == run.status.blocks;
  if (ended) finish_grid(run, finished.when + 1);
  dispatch_blocks(finished.when);
  return ended;
}

void Gpu::end_windows(Cycle until) {
  if (windows_.end() > until) return;
  for (std::size_t sm = 0; sm < chip_.sms.size(); ++sm)
    windows_.set_resident(sm, ledgers_[sm].has_blocks());
  const auto directive = policies_.window_elapsed(windows_.windows(), windows_.end());
  const Cycle when = windows_.end() + chip_.machine.control.control_latency;
  windows_.next();
  if (!directive) return;
  for (auto& sm : chip_.sms) sm->schedule_directive(when, *directive);
}

/// Windows that ended while nothing was done.
void Gpu::skip_windows() {
  while (windows_.end() <= now_) {
    for (std::size_t sm = 0; sm < chip_.sms.size(); ++sm)
      windows_.take(sm, chip_.sms[sm]->thread_instructions());
    end_windows(windows_.end());
  }
}

void Gpu::finish_grid(GridRun& run, Cycle when) {
  run.status.counters = accounts_.close(run.slot, when);
  run.status.finished = true;
  running_[run.slot] = nullptr;
  std::erase(order_, &run);
  if (--unfinished_ == 0) sampling_.end_span(when);
}

void Gpu::serve(const StampedReport& report) {
  core::Sm& sm = *chip_.sms[report.sm];
  const core::SmReport& call = report.report;
  exec::perform_system_call(sm.warp_of(call.entity), call.pc, call.lanes, services_);
  sm.schedule_service_end(call.when + chip_.machine.control.control_latency, call.entity);
}

}  // namespace heddle::gpu
