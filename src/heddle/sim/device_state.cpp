#include "heddle/sim/device_state.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include <fmt/core.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/statistics/statistic_refill.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/exec/functional_run.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/meeting_warnings.hpp"

namespace heddle::sim {
namespace {

constexpr std::uint64_t kHeapBytes = 8ull << 20;  ///< default value of cudaLimitMallocHeapSize
constexpr std::size_t kFewLaunches = 16;
constexpr Cycle kSliceQuanta = 1024;  ///< number of quanta between two updates of the progress

/// Throws Error if the launch violates bounds that the kernel declares.
void check_bounds(const isa::Program& program, const Dim3& block, const std::string& name) {
  const Dim3& required = program.required_block;
  if (required.volume() != 0 && !(block == required)) {
    fail("kernel {}: a block of {}x{}x{}; its .reqntid asks for {}x{}x{}", name, block.x, block.y,
         block.z, required.x, required.y, required.z);
  }
  if (program.max_threads != 0 && block.volume() > program.max_threads) {
    fail("kernel {}: a block of {} threads; its .maxntid allows {}", name, block.volume(),
         program.max_threads);
  }
}

/// Returns why the block does not fit. Names the resources of which an SM has too little.
std::string misfit(const gpu::BlockFit& fit, const gpu::BlockDemand& demand,
                   const std::string& limits) {
  if (!fit.places_warps()) return fmt::format("it needs more {} than there are", limits);
  const model::LaneResidents lanes = fit.empty_lanes();
  return fmt::format(
      "a lane has {} registers for {} warps of {} threads, and each warp of the block takes {}: {} "
      "a thread, {} of the warp. What takes less: fewer threads a block, or heddle cc "
      "-maxrregcount "
      "N together with --set compiler.spill=true",
      lanes.lanes().front().registers, lanes.lanes().front().slots, demand.width,
      demand.registers_of_part(0), demand.rule.thread, demand.rule.shared);
}

}  // namespace

Device::State::State(const Configuration& of)
    : configuration(of),
      memory(of.memory_room(), of.machine.device.memory_check, of.machine.device.address_bits),
      services(memory, kHeapBytes),
      gpu(configuration.machine, configuration.policies.choice(), services,
          configuration.run.threads),
      observation(configuration, gpu),
      filter(configuration.run),
      recorder(configuration.run_folder, configuration.run.stats),
      yield_after(configuration.yield_after()),
      tree(tree_hooks()),
      calls(memory, tree, runtime_settings, call_host()) {
  services.runtime = &calls;
  gpu.on_grid_end([this](std::uint64_t grid, Cycle when) { end_on_gpu(grid, when); });
  Requests* const journal = recorder.requests();
  if (journal == nullptr) return;
  deferred_signals.emplace(*journal, recorder.live().unfinished);
  check_requests({&journal->word(), [this] { answer_requests(); }});
  services.print = [this, print = std::move(services.print)](std::string_view text) {
    withdraw_progress();
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

Occupancy Device::State::occupancy(const isa::Program& program, std::uint32_t threads,
                                   std::uint32_t dynamic_shared_bytes,
                                   std::uint32_t preferred_shared) const {
  const std::uint32_t most = configuration.machine.device.max_registers_per_thread;
  if (program.registers > most) {
    return {0, "registers",
            fmt::format("it has {} registers a thread, of at most {}", program.registers, most)};
  }
  const gpu::BlockFit& fit = gpu.block_fit();
  const gpu::BlockDemand demand =
      fit.demand_of(program, threads, dynamic_shared_bytes, preferred_shared);
  const gpu::Occupancy fits = fit.occupancy(demand);
  const std::string limits = fits.limits();
  return {fits.blocks, limits, fits.blocks == 0 ? misfit(fit, demand, limits) : ""};
}

void Device::State::check_launch(const LaunchRequest& request) const {
  if (!failure.empty()) fail("the device is unusable after an earlier fault: {}", failure);
  const isa::Program& program = *request.program;
  const std::string name = demangled(program.name);
  const gpu::DeviceSpec& device = configuration.machine.device;
  const std::uint64_t threads = request.block.volume();
  if (request.grid.volume() == 0 || threads == 0) fail("kernel {}: an extent is 0", name);
  if (threads > device.max_block_threads) {
    fail("kernel {}: a block of {} threads; {} allows {}", name, threads, device.name,
         device.max_block_threads);
  }
  check_bounds(program, request.block, name);
  if (program.registers > device.max_registers_per_thread) {
    fail("kernel {}: {} registers a thread; {} allows {} (device.max_registers_per_thread)", name,
         program.registers, device.name, device.max_registers_per_thread);
  }
  const Occupancy fits = occupancy(program, static_cast<std::uint32_t>(threads),
                                   request.dynamic_shared_bytes, request.preferred_shared);
  if (fits.blocks_per_sm == 0) {
    fail("kernel {}: a block of {} threads does not fit on an SM of {}: {}", name, threads,
         device.name, fits.misfit);
  }
  const std::uint64_t resident = std::uint64_t{fits.blocks_per_sm} * configuration.machine.sm.count;
  if (request.cooperative && request.grid.volume() > resident) {
    fail("kernel {}: a cooperative launch of {} blocks, but only {} fit on {} at once", name,
         request.grid.volume(), resident, device.name);
  }
}

std::shared_ptr<const exec::Grid> Device::State::make_grid(const LaunchRequest& request,
                                                           std::uint64_t id) {
  auto& executable = executables[request.program.get()];
  if (!executable) {
    executable = configuration.run.check_scalars ? exec::make_checked_executable(*request.program)
                                                 : exec::make_executable(*request.program);
  }
  const core::SmSpec& sm = configuration.machine.sm;
  const exec::LaunchShape shape{.grid = request.grid,
                                .block = request.block,
                                .dynamic_shared_bytes = request.dynamic_shared_bytes,
                                .grid_id = id,
                                .sm_count = sm.count,
                                .warps_per_sm = sm.warps,
                                .stack_bytes = request.stack_bytes,
                                .cooperative = request.cooperative,
                                .priority = request.priority,
                                .depth = request.depth,
                                .kept_slots = kept_slots(request),
                                .tenant = tenant_of(request),
                                .preferred_shared = request.preferred_shared,
                                .most_shared_bytes = static_cast<std::uint32_t>(
                                    configuration.machine.device.max_shared_per_block),
                                .yield_after = yield_after};
  return std::make_shared<const exec::Grid>(
      exec::make_grid(request.program, shape, request.parameters, request.module->addresses, memory,
                      textures, executable));
}

Launch Device::State::prepare(LaunchRequest request, GridId id) {
  Launch launch;
  launch.grid = make_grid(request, id);
  LaunchRecord& record = launch.record;
  record.grid = id;
  record.kernel = request.program->name;
  record.stream = request.stream;
  record.grid_size = request.grid;
  record.block_size = request.block;
  const auto threads = static_cast<std::uint32_t>(request.block.volume());
  record.registers = gpu.block_fit().registers_of(*request.program, threads);
  record.counted_registers = request.program->registers;
  record.shared_bytes = request.program->shared_bytes + request.dynamic_shared_bytes;
  const Occupancy fits =
      occupancy(*request.program, threads, request.dynamic_shared_bytes, request.preferred_shared);
  record.blocks_per_sm = fits.blocks_per_sm;
  record.limited_by = fits.limited_by;
  launch.chosen = filter.is_chosen(request.program->name);
  record.timed = launch.chosen && filter.times();
  launch.request = std::move(request);
  return launch;
}

void Device::State::begin(GridId id, Launch launch, Cycle when) {
  LaunchRecord& record = launch.record;
  record.started = record.ended = launch.not_before = when;
  observation.launched(record, *launch.request.program);
  if (record.timed) {
    launch.gpu_grid = start(launch.grid, when);
    on_gpu.emplace(launch.gpu_grid, id);
  } else {
    functional.push_back(id);
  }
  launches.emplace(id, std::move(launch));
  note_unfinished();
  recorder.live().launches.fetch_add(1, std::memory_order_relaxed);
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

exec::FunctionalOptions Device::State::functional_options(const Launch& launch) {
  exec::FunctionalOptions options;
  options.requests = requests;
  options.threads = configuration.run.threads;
  const std::uint64_t at_once =
      std::uint64_t{launch.record.blocks_per_sm} * configuration.machine.sm.count;
  options.most_blocks = std::max<std::uint64_t>(options.most_blocks, at_once);
  if (launch.request.cooperative)
    options.resident_blocks = static_cast<unsigned>(launch.grid->blocks());
  const std::uint64_t limit = configuration.run.stop_after_instructions;
  if (limit != 0)
    options.limit = std::max<std::uint64_t>(limit - std::min(limit, instructions()), 1);
  options.first_nanosecond =
      static_cast<std::uint64_t>(static_cast<double>(gpu.now()) * 1e3 /
                                 configuration.machine.device.core_clock_mhz) +
      functional_instructions;
  return options;
}

/// Runs a grid without timing until it ends, or waits for another grid or a copy.
exec::FunctionalRun::Outcome Device::State::compute(GridId id, Launch& launch) {
  using Outcome = exec::FunctionalRun::Outcome;
  const bool watched = !launch.chosen && computed_watch.begins;
  if (watched) computed_watch.begins(id);
  const auto began = std::chrono::steady_clock::now();
  const Outcome outcome = launch.run->advance();
  functional_time += std::chrono::steady_clock::now() - began;
  count_instructions(launch);
  if (watched)
    computed_watch.ended({id, outcome == Outcome::finished, launch.run->counts().warp_instructions,
                          launch.grid->blocks()});
  return outcome;
}

/// Runs the grid at the front of the queue of grids without timing. A grid that waits for another
/// grid goes to the end of the queue.
void Device::State::run_functionally(Cycle limit) {
  using Outcome = exec::FunctionalRun::Outcome;
  const GridId id = functional.front();
  functional.pop_front();
  Launch& launch = launches.at(id);
  if (launch.run == nullptr) {
    launch.run =
        std::make_unique<exec::FunctionalRun>(*launch.grid, services, functional_options(launch));
  }
  const Outcome outcome = compute(id, launch);
  const exec::FunctionalCounts& counts = launch.run->counts();
  if (outcome == Outcome::stuck) {
    functional.push_back(id);
    stuck_in_a_row = launch.run->progressed() ? 1 : stuck_in_a_row + 1;
    if (stuck_in_a_row <= functional.size()) return;
    // All grids of the queue wait. A copy that ends at `limit` or a timed grid may still enable
    // them to continue.
    if (gpu.idle() && computed_grids.empty() && limit == kNever) launch.run->report_deadlock();
    stuck_in_a_row = 0;
    return pass_time(limit);
  }
  stuck_in_a_row = 0;
  launch.record.complete = counts.complete;
  launch.record.started = std::max(gpu.now(), launch.not_before);
  launch.record.ended =
      launch.record.started +
      functional_cycles(counts.warp_instructions, launch.grid->blocks(), configuration.machine);
  launch.record.statistics = statistics_of(counts);
  if (counts.complete) {
    add_check(launch);
    warn_of_meetings(launch);
    recorder.launch(launch.record);
    const Cycle end = launch.record.ended;
    computed_grids.add(id, end);
    launches.erase(id);
    note_changed(id);
    calls.forget(id);
    tree.end_own_work(id, end);
    note_unfinished();
  }
  update_live();
  check_limits();
}

void Device::State::run_timed(Cycle limit) {
  bool ended = false;
  // A kernel with timing may launch a kernel without, which is computed before time goes on.
  const std::size_t computed = functional.size();
  while (!ended && gpu.now() < limit && functional.size() <= computed) {
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
    if (launch.record.timed) note_hindrances(launch.record, gpu.status(launch.gpu_grid));
    if (!launch.record.timed || !gpu.status(launch.gpu_grid).finished) {
      ++entry;
      continue;
    }
    const gpu::GridCounters& counters = gpu.status(launch.gpu_grid).counters;
    launch.record.complete = true;
    launch.record.started = counters.started;
    launch.record.ended = counters.ended;
    note_time(launch.record, counters);
    for (const auto& sm : counters.each_sm) launch.record.sms.push_back(statistics_of(sm));
    launch.record.statistics = std::move(reused_statistics);
    refill(launch.record.statistics, counters);
    const std::size_t own = launch.record.statistics.size();
    add_check(launch);
    warn_of_meetings(launch);
    recorder.launch(launch.record);
    observation.ended(launch.record);
    launch.record.statistics.resize(own);
    reused_statistics = std::move(launch.record.statistics);
    gpu.forget(launch.gpu_grid);
    note_changed(entry->first);
    entry = launches.erase(entry);
    any = true;
  }
  if (any) note_unfinished();
  if (launches.empty()) launch_times.forget();
  return any;
}

void Device::State::note_time(LaunchRecord& record, const gpu::GridCounters& counters) {
  record.own_time =
      launch_times.add(record.kernel, record.stream, counters.started, counters.ended);
  recorded_cycles += record.own_time.process;
}

void Device::State::warn_of_meetings(const Launch& launch) {
  for (const MeetingWarning& warning : meeting_warnings(*launch.grid))
    warn_once(warning.text, warning.instruction);
}

/// Records one warning about each subject. The run shows its warnings at its end.
void Device::State::warn_once(const std::string& text, const std::string& subject) {
  if (!warned_of.insert(subject).second) return;
  recorder.warning(text);
  if (!configuration.run_folder.empty()) return;
  withdraw_progress();
  fmt::print(stderr, "heddle: warning: {}\n", visible(text));
}

void Device::State::note_hindrances(const LaunchRecord& record, const gpu::GridStatus& status) {
  if (status.offence.empty() && !status.waited_behind_less_urgent) return;
  if (!configuration.asks(policy::Preemption::kKind)) return;
  const std::string kernel = demangled(record.kernel);
  if (!status.offence.empty())
    warn_once(fmt::format("blocks of {} are not discarded after {}", kernel, status.offence));
  if (status.waited_behind_less_urgent)
    warn_once(
        fmt::format("{} waited for one of {} kernel slots, which less urgent kernels had: a signal "
                    "frees SMs and no slot, and its cycles count from the slot on",
                    kernel, core::kKernelSlots));
}

/// Adds the counts of the check of scalar annotations to the launch's statistics, if the launch has
/// such a check.
void Device::State::add_check(Launch& launch) const {
  const auto& check = launch.grid->executable->scalar_check;
  if (check == nullptr) return;
  for (Statistic& value : statistics_of(check->take_counts()))
    launch.record.statistics.push_back(std::move(value));
}

void Device::State::update_live() {
  // Counting the blocks of many launches takes long: then only a report counts them.
  if (launches.size() <= kFewLaunches)
    update_counters();
  else
    update_time();
  record_host_time();
  observation.update(launches.empty() ? kNever : launches.begin()->first);
}

void Device::State::record_host_time() {
  recorder.live().add({gpu.take_phase_times(), std::exchange(functional_time, {})});
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
  withdraw_progress();
  record_unfinished();
  observation.finish();
  recorder.stop(reason);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(0);
}

void Device::State::record_unfinished() {
  for (auto& [id, launch] : launches) {
    if (launch.record.timed) {
      const gpu::GridCounters counters = gpu.counters_so_far(launch.gpu_grid);
      launch.record.started = counters.started;
      launch.record.ended = gpu.now();
      note_time(launch.record, counters);
      launch.record.statistics = statistics_of(counters);
      for (const auto& sm : counters.each_sm) launch.record.sms.push_back(statistics_of(sm));
    }
    if (launch.run != nullptr) launch.record.statistics = statistics_of(launch.run->counts());
    add_check(launch);
    launch.record.complete = false;
    recorder.launch(launch.record);
    if (launch.record.timed) observation.ended(launch.record);
  }
}

void Device::State::fault(const std::string& message) {
  try {
    record_unfinished();
    observation.finish();
  } catch (const Error&) {
    // Recording failed, for example because the disk is full. `message` is reported nevertheless,
    // because it is the first error.
  }
  record_host_time();
  recorder.fault(with_demangled(message));
  give_up(message);
}

}  // namespace heddle::sim
