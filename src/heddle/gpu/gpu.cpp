#include "heddle/gpu/gpu.hpp"

#include <algorithm>
#include <utility>

namespace heddle::gpu {

Gpu::Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::SystemServices& services,
         unsigned host_threads)
    : Gpu(machine, policies, make_dispatch_boundary(machine, policies),
          make_corun_boundary(machine, policies), services, host_threads) {}

Gpu::Gpu(const MachineSpec& machine, const PolicyChoice& policies, DispatchBoundary boundary,
         CorunBoundary sharing, exec::SystemServices& services, unsigned host_threads)
    : services_(services),
      sharing_(std::move(sharing)),
      chip_(machine, policies, {boundary, sharing_}),
      probes_(chip_, dispatch_subscribers_),
      accounts_(chip_, probes_),
      tenants_(sharing_, chip_),
      dispatcher_(std::move(boundary), chip_, accounts_, tenants_, grid_ended_,
                  dispatch_subscribers_),
      cluster_waits_(chip_),
      clockwork_(chip_, host_threads),
      watchdog_(chip_, policies) {}

void Gpu::check_policies(const MachineSpec& machine, const PolicyChoice& policies,
                         exec::SystemServices& services) {
  check(machine);
  MachineSpec first_sm = machine;
  first_sm.sm.count = 1;
  const Gpu made(first_sm, policies, make_dispatch_boundary(machine, policies),
                 make_corun_boundary(machine, policies), services, 1);
}

std::uint64_t Gpu::start(std::shared_ptr<const exec::Grid> grid, GridContext context,
                         Cycle begins) {
  watchdog_.note_progress(now());
  return dispatcher_.start(std::move(grid), std::move(context), begins, now());
}

void Gpu::advance(Cycle limit, bool alone) {
  if (idle()) return clockwork_.wait_until(limit);
  const PhaseClock::Running running = clockwork_.measure();
  while (now() < limit && !idle()) {
    requests_.look();
    if (run_quantum(clockwork_.quantum_end(std::min(limit, tenants_.window_end())))) return;
    const Cycle next = std::min(clockwork_.next(), dispatcher_.next(now()));
    if (next == kNever) {
      if (dispatcher_.any_held()) return;
      watchdog_.report_standstill(dispatcher_.any_block());
    }
    clockwork_.skip_idle_quanta(std::min(next, dispatcher_.next_signal()), limit);
    check_progress(alone);
  }
}

std::optional<GridContext> Gpu::suspend(std::uint64_t grid) {
  auto context = dispatcher_.suspend(grid, now());
  if (context && idle()) clockwork_.cut_points().end_span(now());
  return context;
}

bool Gpu::run_quantum(Cycle until) {
  dispatcher_.skip_windows(now());
  const Cycle window_end = dispatcher_.window_end();
  const std::vector<StampedReport>& reports = clockwork_.run_quantum(until, window_end);
  if (window_end <= until) dispatcher_.set_issued(clockwork_.cut_points().issued_at_window_end());
  dispatcher_.begin_grids(until);
  std::optional<Cycle> ended;
  for (const StampedReport& report : reports) {
    dispatcher_.advance(report.report.when);
    if (report.report.kind == core::SmReport::Kind::service_wanted)
      serve(report);
    else if (const auto end = dispatcher_.apply(report))
      ended = end;
  }
  dispatcher_.advance(until);
  dispatcher_.parents().make_room(until);
  cluster_waits_.release(until);
  if (ended && idle()) clockwork_.cut_points().end_span(*ended);
  clockwork_.end_quantum(until);
  return ended.has_value();
}

void Gpu::attach(probe::Probe& probe) {
  probes_.attach(probe, facts_of(chip_.machine, accounts_.energy_model()));
  if (probe.interval() != 0) clockwork_.cut_points().add(probe);
}

void Gpu::serve(const StampedReport& report) {
  core::Sm& sm = *chip_.sms[report.sm];
  const core::SmReport& call = report.report;
  if (cluster_waits_.concerns(report)) return cluster_waits_.hold(report);
  exec::Warp& warp = sm.warp_in(call.context);
  const isa::SystemCall service = exec::service_of(*warp.block->grid->program, call.pc);
  const Cycle end = call.when + service_cycles(service, call.lanes);
  const exec::WarpCall warp_call{
      .pc = call.pc, .lanes = call.lanes, .row_base = call.row_base, .when = end};
  if (exec::perform_system_call(warp, warp_call, services_))
    return dispatcher_.parents().hold(report);
  services_end_ = std::max(services_end_, end);
  sm.schedule(end, core::SmEvent::of_service_end(call.entity));
}

Cycle Gpu::service_cycles(isa::SystemCall call, LaneMask lanes) const {
  const DeviceRuntimeSpec& runtime = chip_.machine.device_runtime;
  const Cycle least = chip_.machine.control.control_latency;
  const auto of = [&](Cycle warp, Cycle thread) {
    return std::max(least, warp + thread * lane_count(lanes));
  };
  switch (call) {
    case isa::SystemCall::create_stream:
      return of(runtime.stream_latency, 0);
    case isa::SystemCall::parameter_buffer:
    case isa::SystemCall::plain_buffer:
      return of(runtime.buffer_latency, runtime.buffer_latency_thread);
    case isa::SystemCall::launch:
      return of(runtime.launch_latency, runtime.launch_latency_thread);
    default:
      return least;
  }
}

void Gpu::check_progress(bool alone) {
  if (now() < services_end_) watchdog_.note_progress(now());
  if (!alone) watchdog_.note_progress(now());  // the host may store to addresses that warps poll
  if (!watchdog_.due(now())) return;
  // Waiting warps may be able to continue once blocks that are now held off the GPU return, or once
  // new blocks begin.
  if (dispatcher_.any_held()) watchdog_.note_progress(now());
  watchdog_.check(now());
}

}  // namespace heddle::gpu
