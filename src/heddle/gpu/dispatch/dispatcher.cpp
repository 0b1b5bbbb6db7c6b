#include "heddle/gpu/dispatch/dispatcher.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/exec/grid_offences.hpp"
#include "heddle/exec/step/cluster.hpp"
#include "heddle/gpu/dispatch/cluster_check.hpp"

namespace heddle::gpu {
namespace {

/// First address of program code. Code lies above all device memory and below local memory. Each
/// program has its own span of kCodeSpan bytes.
constexpr Addr kCodeBase = Addr{1} << 51;
constexpr Addr kCodeSpan = Addr{1} << 24;

/// Whether blocks have fixed positions in register file and shared memory.
bool has_places(const Sms& sms) { return sms.front()->context_switch().needs_places(); }

/// Returns the last running grid that has sent no block yet and that the waiting grid overtakes, or
/// null if there is none.
GridRun* last_untouched(const std::vector<GridRun*>& order, const GridRun& waiting) {
  const auto found = std::find_if(order.rbegin(), order.rend(), [&](const GridRun* run) {
    return run->is_untouched() && overtakes(waiting.grid->shape, run->grid->shape);
  });
  return found == order.rend() ? nullptr : *found;
}

}  // namespace

Dispatcher::Dispatcher(DispatchBoundary policies, Chip& chip, Accounts& accounts, Tenants& tenants,
                       const GridEnded& grid_ended, const model::Subscribers& subscribers)
    : machine_(chip.machine),
      fit_(chip.block_fit),
      sms_(chip.sms),
      accounts_(accounts),
      tenants_(tenants),
      grid_ended_(grid_ended),
      subscribers_(subscribers),
      policies_(std::move(policies)),
      windows_(policies_.window(), sms_.size()),
      ledgers_(sms_.size(),
               Ledger(machine_.sm, policies_.limits(), fit_.empty_lanes(), has_places(sms_))),
      admitted_(sms_.size()),
      admissions_(sms_.size()),
      fits_(sms_.size()),
      preemptor_(chip, policies_, {ledgers_, order_, tenants, subscribers}),
      parents_(chip, running_),
      grids_on_one_thread_(chip.grids_on_one_thread) {
  if (has_places(sms_) &&
      (policies_.releases_warps() || policies_.has_parts() || fit_.places_warps()))
    fail(
        "preemption={} gives each block one place in an SM's registers; it needs "
        "residency=block and an organisation that is not divided into lanes",
        sms_.front()->context_switch().method());
  if (policies_.sends_signals()) sms_.front()->check_signals();
}

std::uint64_t Dispatcher::start(std::shared_ptr<const exec::Grid> grid, GridContext context,
                                Cycle begins, Cycle now) {
  tenants_.check(*grid);
  auto run = std::make_unique<GridRun>();
  run->number = next_grid_++;
  run->demand = fit_.demand_of(*grid);
  run->facts = block_facts(*grid, fit_);
  run->most_per_sm = policies_.most_on_an_sm(grid->blocks(), run->facts.occupancy.blocks,
                                             grid->shape.cooperative, now);
  // Blocks of a cooperative grid may wait for each other, so all its blocks must have block slots.
  // A size of shared memory that the program prefers limits the blocks, unless the residency policy
  // itself finds room for blocks.
  if (grid->shape.cooperative ||
      (run->demand.limited_by_split && !policies_.limits().exceed_slots()))
    run->most_per_sm = std::min<std::uint64_t>(run->most_per_sm, run->facts.occupancy.blocks);
  check_clusters(*grid, sms_, policies_, run->most_per_sm);
  run->status.blocks = grid->blocks();
  run->next_block = context.next_block;
  run->status.blocks_done = context.blocks_done;
  run->discarded = std::move(context.discarded);
  run->saved.put_back(std::move(context.blocks));
  run->decoded = decoded_programs_.find(grid->program, [&] {
    const Addr code = kCodeBase + programs_decoded_++ * kCodeSpan;
    return std::make_shared<const core::DecodedProgram>(
        *grid->program, machine_.execution, machine_.sm.register_banks,
        sms_.front()->contexts().shape, code, machine_.fetch.instruction_bytes,
        machine_.ideal.local);
  });
  run->facts.has_lanes = sms_.front()->contexts().shape.runs_in_lanes();
  run->facts.has_scalars = run->decoded->has_scalars();
  if (grid->program->annotations) run->offences = exec::find_offences(*grid);
  run->grid = std::move(grid);
  run->begins = std::max(begins, now);
  const bool begins_later = run->grid->shape.tenant.has_value() || run->begins > now;
  queue_.add(*run, now);
  ++unfinished_;
  const std::uint64_t number = run->number;
  grids_.emplace(number, std::move(run));
  if (begins_later) return number;
  preemptor_.skip(now);
  begin_grids(now);
  return number;
}

GridCounters Dispatcher::counters_so_far(std::uint64_t grid, Cycle now) {
  const GridRun& run = *grids_.at(grid);
  if (run.status.finished || !run.started) return run.status.counters;
  return accounts_.counters_so_far(run.slot, now);
}

void Dispatcher::begin_grids(Cycle when) {
  while (queue_.any_waits()) {
    const auto slot = std::find(running_.begin(), running_.end(), nullptr);
    const auto free = static_cast<std::uint64_t>(std::ranges::count(running_, nullptr));
    if (GridRun* const run = queue_.take_waiting(free)) {
      begin(*run, static_cast<std::uint8_t>(slot - running_.begin()), when);
      continue;
    }
    if (free == 0) {
      GridRun& waiting = *queue_.next_waiting();
      if (GridRun* const untouched = last_untouched(order_, waiting)) {
        finish_grid(*untouched, when);
        untouched->wait_again();
        ++unfinished_;
        queue_.put_back(*untouched);
        continue;
      }
      waiting.status.waited_behind_less_urgent |= std::ranges::any_of(
          order_,
          [&](const GridRun* run) { return overtakes(waiting.grid->shape, run->grid->shape); });
    }
    break;
  }
  end_launches(when);
}

void Dispatcher::begin(GridRun& run, std::uint8_t slot, Cycle when) {
  const exec::LaunchShape& shape = run.grid->shape;
  running_[slot] = &run;
  run.slot = slot;
  run.started = true;
  run.status.began = when;
  run.launch_end = when + machine_.control.launch_latency;
  accounts_.open(slot, run.facts, when);
  if (exec::needs_one_host_thread(*run.grid)) ++grids_on_one_thread_;
  if (order_.empty() && policies_.meters_kernels()) {
    windows_.begin(when);
    accounts_.meter(slot, when);
  }
  queue_up(run, order_);
  subscribers_.tell(model::GridStarted{.cycle = when,
                                       .grid = shape.grid_id,
                                       .blocks = run.status.blocks,
                                       .priority = shape.priority,
                                       .kernel = slot});
  if (shape.tenant) tenants_.begin(run);
  for (auto& sm : sms_) {
    sm->bind(slot, *run.grid, *run.decoded, run.demand, run.offences ? &*run.offences : nullptr);
    if (shape.tenant) {
      sm->invalidate_cache(slot);
    } else {
      sm->invalidate_cache();
    }
  }
}

void Dispatcher::advance(Cycle until) {
  end_windows(until);
  begin_due(until);
  begin_later(until);
  end_launches(until);
  preemptor_.send(until);
  return_saved_blocks(until);
}

std::optional<Cycle> Dispatcher::apply(const StampedReport& report) {
  switch (report.report.kind) {
    case core::SmReport::Kind::warp_drained:
      drain_warp(report);
      break;
    case core::SmReport::Kind::warp_started:
      start_warp(report);
      break;
    case core::SmReport::Kind::block_saved:
      save_block(report);
      break;
    case core::SmReport::Kind::block_discarded:
      discard_block(report);
      break;
    case core::SmReport::Kind::discard_refused:
      running_[report.report.kernel]->note_offence(report.report.pc);
      break;
    case core::SmReport::Kind::block_restored:
      preemptor_.finish_return(report, *running_[report.report.kernel]);
      if (preemptor_.watch(report.report.when)) dispatch_blocks(report.report.when);
      break;
    case core::SmReport::Kind::sm_freed:
      preemptor_.finish_signal(report);
      dispatch_blocks(report.report.when);
      break;
    case core::SmReport::Kind::block_finished:
      return finish_block(report);
    case core::SmReport::Kind::service_wanted:
      break;
  }
  return std::nullopt;
}

Cycle Dispatcher::next(Cycle now) const {
  Cycle next = queue_.any_waits() ? now : kNever;
  next = std::min({next, next_return(order_), queue_.next_due(running_), queue_.next_later(),
                   tenants_.window_end()});
  for (const GridRun* run : order_) {
    if (!run->launched) next = std::min(next, run->launch_end);
  }
  return next;
}

bool Dispatcher::any_block() const {
  return std::any_of(ledgers_.begin(), ledgers_.end(),
                     [](const Ledger& ledger) { return ledger.has_blocks(); });
}

void Dispatcher::begin_due(Cycle until) {
  for (;;) {
    const Cycle when = queue_.next_due(running_);
    if (const Cycle end = tenants_.window_end(); end <= std::min(when, until)) {
      tenants_.end_window(ledgers_);
      dispatch_blocks(end);
      continue;
    }
    if (when > until) return;
    while (GridRun* const run = queue_.take_due(running_, when))
      begin(*run, *run->grid->shape.tenant, when);
    tenants_.tell_policy(when);
    end_launches(when);
  }
}

void Dispatcher::begin_later(Cycle until) {
  for (Cycle when = queue_.next_later(); when <= until; when = queue_.next_later()) {
    end_launches(when);
    queue_.take_later(when);
    begin_grids(when);
  }
}

void Dispatcher::end_launches(Cycle until) {
  for (GridRun* run : order_) {
    if (run->launched || run->launch_end > until) continue;
    run->launched = true;
    dispatch_blocks(run->launch_end);
  }
}

void Dispatcher::drain_warp(const StampedReport& report) {
  const core::SmReport& drained = report.report;
  Ledger& ledger = ledgers_[report.sm];
  ledger.give_back(drained.kernel, drained.amount);
  if (fit_.places_warps()) ledger.lanes().remove_warp(drained.block_slot, drained.warp);
  if (!ledger.has_partial()) dispatch_blocks(drained.when);
}

void Dispatcher::start_warp(const StampedReport& report) {
  const core::SmReport& started = report.report;
  Ledger& ledger = ledgers_[report.sm];
  ledger.start(started.kernel, started.amount, started.has_waiting);
  if (fit_.places_warps()) {
    const unsigned parts = sms_[report.sm]->contexts().shape.parts;
    ledger.lanes().add(started.block_slot, started.warp * parts,
                       std::span(started.lane_groups).first(parts));
  }
  if (!started.has_waiting) dispatch_blocks(started.when);
}

/// Removes a block that has left its SM from the SM's ledger.
void Dispatcher::take_off(const StampedReport& report) {
  Ledger& ledger = ledgers_[report.sm];
  ledger.give_back(report.report.kernel, report.report.amount);
  ledger.give_back_place(report.report.place);
  if (fit_.places_warps()) ledger.lanes().close(report.report.block_slot);
}

std::optional<Cycle> Dispatcher::finish_block(const StampedReport& report) {
  const core::SmReport& finished = report.report;
  GridRun& run = *running_[finished.kernel];
  take_off(report);
  std::optional<Cycle> ended;
  if (++run.status.blocks_done == run.status.blocks) {
    ended = finished.when + 1;
    finish_grid(run, *ended);
  }
  dispatch_blocks(finished.when);
  return ended;
}

void Dispatcher::finish_grid(GridRun& run, Cycle when) {
  run.status.counters = accounts_.close(run.slot, when);
  run.status.finished = true;
  running_[run.slot] = nullptr;
  if (exec::needs_one_host_thread(*run.grid)) --grids_on_one_thread_;
  subscribers_.tell(model::GridEnded{when, run.grid->shape.grid_id, run.slot});
  std::erase(order_, &run);
  preemptor_.forget(run);
  --unfinished_;
  if (run.status.blocks_done == run.status.blocks) grid_ended_(run.number, when);
  if (!run.grid->shape.tenant) return;
  tenants_.end(run, queue_.follows(run.slot, when));
  tenants_.tell_policy(when);
}

}  // namespace heddle::gpu
