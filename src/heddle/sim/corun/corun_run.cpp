#include "heddle/sim/corun/corun_run.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"

namespace heddle::sim {
namespace {

constexpr std::uint64_t kHostBytes = 1 << 20;
constexpr Cycle kShownEach = 1 << 16;

void check_tenants(std::size_t tenants) {
  if (tenants > policy::kTenants)
    fail("{} programs: a GPU has room for {}", tenants, policy::kTenants);
}

std::uint64_t requests_of(const core::L1Counters& l1) {
  return l1.misses + l1.stores - l1.stores_kept + l1.atomics + l1.bypasses;
}

}  // namespace

Addr tenant_span(const gpu::MachineSpec& machine) {
  const Addr device = 2 * std::max<Addr>(machine.device.memory_bytes, isa::kGlobalBase);
  // With 32-bit addresses, the host memory that a program uses can lie anywhere below 4 GiB.
  const Addr host = machine.device.address_bits == 32 ? Addr{1} << 32 : 0;
  return std::bit_ceil(std::max(device, host));
}

CorunRun::CorunRun(const Configuration& configuration, std::vector<CorunTenant> tenants)
    : tenants_(std::move(tenants)),
      span_(tenant_span(configuration.machine)),
      host_memory_(kHostBytes),
      services_(host_memory_, kHostBytes / 2),
      gpu_(configuration.machine, configuration.policies.choice(), services_,
           configuration.run.threads),
      states_(tenants_.size()) {
  check_tenants(tenants_.size());
  for (unsigned i = 0; i < tenants_.size(); ++i) gpu_.set_alone_ipc(i, tenants_[i].alone_ipc);
  gpu_.on_grid_end([this](std::uint64_t grid, Cycle when) {
    const std::size_t tenant = running_.at(grid);
    running_.erase(grid);
    ended_.push_back(grid);
    states_[tenant].runs = false;
    add(states_[tenant].outcome, gpu_.status(grid).counters);
    start_next_grid(tenant, when);
  });
}

void CorunRun::start_next_grid(std::size_t index, Cycle when) {
  CorunTenant& tenant = tenants_[index];
  State& state = states_[index];
  std::shared_ptr<exec::Grid> grid = tenant.program->next_grid();
  const bool may_go_on = limits_.cycles == 0 || when < limits_.cycles;
  if (grid == nullptr) {
    end_run(index, when);
    if (limits_.cycles == 0 || !may_go_on) return;
    tenant.program->begin();
    grid = tenant.program->next_grid();
  }
  if (!may_go_on) return;
  grid->shape.tenant = static_cast<std::uint8_t>(index);
  grid->shape.priority = tenant.priority;
  grid->base = index * span_;
  state.grid = gpu_.start(std::move(grid), {}, when);
  state.runs = true;
  running_.emplace(state.grid, index);
}

void CorunRun::end_run(std::size_t index, Cycle when) {
  TenantOutcome& outcome = states_[index].outcome;
  ++outcome.runs;
  outcome.run_ends.push_back(when);
  outcome.ended = when;
  if (outcome.differences.empty()) outcome.differences = tenants_[index].program->differences();
}

void CorunRun::add(TenantOutcome& outcome, const gpu::GridCounters& counters) const {
  const core::KernelCounters& kernel = counters.kernel;
  outcome.warp_instructions += kernel.warp_instructions;
  outcome.thread_instructions += kernel.thread_instructions();
  outcome.reply_flits += counters.l2.reply_flits;
  outcome.dram_bytes += counters.dram.bytes;
  outcome.l1_accesses += kernel.l1.loads;
  outcome.l1_hits += kernel.l1.hits;
  outcome.l2_accesses += counters.l2.loads + counters.l2.stores + counters.l2.atomics;
  outcome.l2_misses += counters.l2.misses;
  outcome.l2_merges += counters.l2.merges;
  outcome.requests += requests_of(kernel.l1);
  accumulate(outcome.statistics, statistics_of(counters));
}

TenantPoint CorunRun::point_of(const State& state) {
  const TenantOutcome& of = state.outcome;
  TenantPoint point{gpu_.now(),     of.warp_instructions, of.requests,
                    of.reply_flits, of.dram_bytes,        gpu_.sampled()};
  if (!state.runs) return point;
  const gpu::GridCounters now = gpu_.counters_so_far(state.grid);
  point.warp_instructions += now.kernel.warp_instructions;
  point.requests += requests_of(now.kernel.l1);
  point.reply_flits += now.l2.reply_flits;
  point.dram_bytes += now.dram.bytes;
  return point;
}

std::vector<TenantOutcome> CorunRun::run(const CorunLimits& limits,
                                         const std::function<void(Cycle)>& show) {
  limits_ = limits;
  for (std::size_t i = 0; i < tenants_.size(); ++i) {
    states_[i].outcome.began = tenants_[i].start;
    tenants_[i].program->begin();
    start_next_grid(i, tenants_[i].start);
  }
  const Cycle end = limits.cycles == 0 ? kNever : limits.cycles;
  while (!gpu_.idle() && gpu_.now() < end) {
    const Cycle step = limits.window == 0 ? kShownEach : limits.window;
    gpu_.advance(std::min(end, (gpu_.now() / step + 1) * step));
    // advance() also returns when a grid ends; no point is recorded for such a cycle.
    if (limits.window != 0 && (gpu_.now() % step == 0 || gpu_.now() >= end || gpu_.idle()))
      for (State& state : states_) state.outcome.points.push_back(point_of(state));
    for (const std::uint64_t grid : ended_) gpu_.forget(grid);
    ended_.clear();
    if (show) show(gpu_.now());
  }
  std::vector<TenantOutcome> outcomes;
  for (State& state : states_) {
    if (limits.cycles != 0) state.outcome.ended = std::max(limits.cycles, state.outcome.began);
    if (state.runs) add(state.outcome, gpu_.counters_so_far(state.grid));
    outcomes.push_back(std::move(state.outcome));
  }
  return outcomes;
}

}  // namespace heddle::sim
