#include "heddle/sim/device_state.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include <fmt/core.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"

namespace heddle::sim {
namespace {

constexpr std::uint64_t kHeapBytes = 8ull << 20;  ///< default value of cudaLimitMallocHeapSize
constexpr std::size_t kFewLaunches = 16;
constexpr Cycle kSliceQuanta = 1024;  ///< number of quanta between two updates of the progress

}  // namespace

Device::State::State(const Configuration& of)
    : configuration(of),
      memory(of.memory_room(), of.machine.device.memory_check, of.machine.device.address_bits),
      services(memory, kHeapBytes),
      gpu(configuration.machine, configuration.policies.choice(), services,
          configuration.run.threads),
      log(configuration, gpu),
      maker(configuration, gpu.block_fit(), memory, textures),
      untimed(configuration, services),
      tree(tree_hooks()),
      calls(memory, tree, runtime_settings, call_host()) {
  services.runtime = &calls;
  gpu.on_grid_end([this](std::uint64_t grid, Cycle when) { end_on_gpu(grid, when); });
  Requests* const journal = log.requests();
  if (journal == nullptr) return;
  deferred_signals.emplace(*journal, log.live().unfinished);
  check_requests({&journal->word(), [this] { answer_requests(); }});
  services.print = [this, print = std::move(services.print)](std::string_view text) {
    log.withdraw_progress();
    print(text);
  };
}

Addr Device::State::find_variable(const std::string& name) const {
  for (const auto& loaded : modules) {
    const auto& variables = loaded->module.variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].name == name && !variables[i].external) return loaded->addresses[i];
    }
  }
  return 0;
}

void Device::State::check_launch(const LaunchRequest& request) const {
  if (!failure.empty()) fail("the device is unusable after an earlier fault: {}", failure);
  maker.check(request);
}

Launch Device::State::prepare(LaunchRequest request, GridId id) {
  const LaunchMaker::Terms terms{
      .id = id, .kept_slots = kept_slots(request), .tenant = tenant_of(request)};
  return maker.make(std::move(request), terms);
}

void Device::State::begin(GridId id, Launch launch, Cycle when) {
  LaunchRecord& record = launch.record;
  record.started = record.ended = launch.not_before = when;
  log.begun(launch);
  if (record.timed) {
    launch.gpu_grid = start(launch.grid, when);
    on_gpu.emplace(launch.gpu_grid, id);
  } else {
    untimed.add(id);
  }
  launches.emplace(id, std::move(launch));
  note_unfinished();
}

std::optional<std::uint8_t> Device::State::tenant_of(const LaunchRequest& request) {
  if (configuration.corun.by == TenantsBy::none) return std::nullopt;
  return run_or_fault([&] { return tenants.of(request.stream); });
}

/// Starts the grid on the GPU. A failure of a policy is recorded as a fault, because the grid may
/// be half started then.
std::uint64_t Device::State::start(const std::shared_ptr<const exec::Grid>& grid, Cycle begins) {
  return run_or_fault([&] { return gpu.start(grid, {}, begins); });
}

void Device::State::run_untimed(Cycle limit) {
  const GridId id = untimed.take_front();
  Launch& launch = launches.at(id);
  const auto outcome = untimed.advance(id, launch, {gpu.now(), gpu.warp_instructions()}, requests);
  if (outcome != UntimedLaunches::Outcome::stuck) {
    end_untimed(id, launch);
    update_live();
    return check_limits();
  }
  if (!untimed.all_wait()) return;
  // A copy that ends at `limit` or a timed grid may still enable the launches to continue.
  if (gpu.idle() && computed_grids.empty() && limit == kNever) launch.run->report_deadlock();
  untimed.retry();
  pass_time(limit);
}

/// Gives the launch its times, and records it if it is complete.
void Device::State::end_untimed(GridId id, Launch& launch) {
  const exec::FunctionalCounts& counts = launch.run->counts();
  LaunchRecord& record = launch.record;
  record.complete = counts.complete;
  record.started = std::max(gpu.now(), launch.not_before);
  record.ended = record.started + functional_cycles(counts.warp_instructions, launch.grid->blocks(),
                                                    configuration.machine);
  record.statistics = statistics_of(counts);
  if (!counts.complete) return;
  log.computed(launch);
  const Cycle end = record.ended;
  computed_grids.add(id, end);
  launches.erase(id);
  note_changed(id);
  calls.forget(id);
  tree.end_own_work(id, end);
  note_unfinished();
}

void Device::State::run_timed(Cycle limit) {
  bool ended = false;
  // A kernel with timing may launch a kernel without, which is computed before time goes on.
  const std::size_t computed = untimed.size();
  while (!ended && gpu.now() < limit && untimed.size() <= computed) {
    const bool busy = !gpu.idle();
    const Cycle before = gpu.now();
    gpu.advance(slice_end(limit), limit == kNever);
    if (busy) busy_cycles += gpu.now() - before;
    ended = collect_finished();
    update_live();
    check_limits();
  }
}

/// Advances the clock to `limit`, but at most to the end of the first grid that was computed
/// without timing.
void Device::State::pass_time(Cycle limit) {
  run_timed(std::min(limit, computed_grids.first_end()));
  computed_grids.pass_to(gpu.now(), [this](GridId id) { note_changed(id); });
}

/// Returns the end of the next slice of time. The clock advances in slices. After each slice the
/// progress is updated and the limits of the run are checked.
Cycle Device::State::slice_end(Cycle limit) const {
  const RunOptions& run = configuration.run;
  if (gpu.idle()) return limit;
  if (run.stop_after_cycles > busy_cycles) {
    limit = std::min(limit, gpu.now() + run.stop_after_cycles - busy_cycles);
  }
  const Cycle quantum = configuration.machine.control.quantum;
  Cycle slice = kSliceQuanta * quantum;
  if (run.stop_after_instructions > instructions()) {
    const core::SmSpec& sm = configuration.machine.sm;
    const std::uint64_t left = run.stop_after_instructions - instructions();
    // The minimum number of cycles that the remaining instructions can take.
    const Cycle least = left / (std::uint64_t{sm.count} * sm.schedulers);
    slice = std::clamp(least / quantum * quantum, quantum, slice);
  }
  return std::min(limit, gpu.now() + slice);
}

bool Device::State::collect_finished() {
  bool any = false;
  for (auto entry = launches.begin(); entry != launches.end();) {
    Launch& launch = entry->second;
    if (launch.record.timed) log.note_hindrances(launch.record, gpu.status(launch.gpu_grid));
    if (!launch.record.timed || !gpu.status(launch.gpu_grid).finished) {
      ++entry;
      continue;
    }
    log.ended(launch, gpu.status(launch.gpu_grid).counters);
    gpu.forget(launch.gpu_grid);
    note_changed(entry->first);
    entry = launches.erase(entry);
    any = true;
  }
  if (any) note_unfinished();
  if (launches.empty()) log.forget_times();
  return any;
}

void Device::State::update_live() {
  // Counting the blocks of many launches takes long: then only a report counts them.
  if (launches.size() <= kFewLaunches)
    update_counters();
  else
    update_time();
  record_host_time();
  log.update_probes(launches.empty() ? kNever : launches.begin()->first);
}

void Device::State::record_host_time() {
  log.live().add({gpu.take_phase_times(), untimed.take_host_time()});
}

void Device::State::check_limits() {
  const RunOptions& run = configuration.run;
  if (run.stop_after_cycles != 0 && busy_cycles >= run.stop_after_cycles) {
    stop(fmt::format("--stop-after cycles={}", run.stop_after_cycles));
  }
  if (run.stop_after_instructions != 0 && instructions() >= run.stop_after_instructions) {
    stop(fmt::format("--stop-after instructions={}", run.stop_after_instructions));
  }
}

/// Records the unfinished launches, flushes the program's output and ends the process without its
/// exit handlers. Exit handlers could wait for work that the device will never do.
void Device::State::stop(const std::string& reason) {
  log.withdraw_progress();
  record_unfinished();
  log.finish_probes();
  log.stop(reason);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(0);
}

void Device::State::record_unfinished() {
  for (auto& [id, launch] : launches) {
    std::optional<gpu::GridCounters> timed;
    if (launch.record.timed) timed = gpu.counters_so_far(launch.gpu_grid);
    log.stopped(launch, timed ? &*timed : nullptr, gpu.now());
  }
}

void Device::State::fault(const std::string& message) {
  try {
    record_unfinished();
    log.finish_probes();
  } catch (const Error&) {
    // Recording failed, for example because the disk is full. `message` is reported nevertheless,
    // because it is the first error.
  }
  record_host_time();
  log.fault(with_demangled(message));
  give_up(message);
}

}  // namespace heddle::sim
