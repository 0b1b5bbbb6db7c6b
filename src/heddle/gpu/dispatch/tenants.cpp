#include "heddle/gpu/dispatch/tenants.hpp"

#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"

namespace heddle::gpu {

using policy::SmTenantWindow;
using policy::TenantGrid;
using policy::TenantWindow;

Tenants::Tenants(CorunBoundary& policy, const Chip& chip)
    : policy_(policy), chip_(chip), sms_before_(chip.sms.size()), sms_(chip.sms.size()) {}

void Tenants::check(const exec::Grid& grid) const {
  const auto tenant = grid.shape.tenant;
  if (tenant && *tenant >= policy::kTenants)
    fail("tenant {}: the GPU has room for {}, numbered from 0", *tenant, policy::kTenants);
  if (tenant || !policy_.limits()) return;
  fail(
      "corun={} shares the GPU among tenants, and kernel {} is of none: say corun.by=stream, run "
      "it by 'heddle corun', or leave corun=leftover",
      policy_.name(), demangled(grid.program->name));
}

void Tenants::begin(const GridRun& run) {
  if (!policy_.limits()) return;
  TenantGrid now{.tenant = run.slot,
                 .kernel = demangled(run.grid->program->name),
                 .demand = run.demand,
                 .fits = run.facts.occupancy.blocks,
                 .alone_ipc = alone_ipc_[run.slot]};
  std::optional<TenantGrid>& present = present_[run.slot];
  const bool again = present && present->kernel == now.kernel &&
                     model::of_block(present->demand) == model::of_block(now.demand);
  if (again) return;
  changed_ = true;
  present = std::move(now);
}

void Tenants::end(const GridRun& run, bool follows) {
  if (!policy_.limits() || follows) return;
  changed_ = true;
  present_[run.slot].reset();
}

void Tenants::tell_policy(Cycle when) {
  if (!std::exchange(changed_, false)) return;
  std::vector<TenantGrid> tenants;
  for (const auto& present : present_)
    if (present) tenants.push_back(*present);
  if (policy_.window() != 0 && window_end_ == kNever) window_end_ = when + policy_.window();
  if (tenants.empty()) return;
  policy_.share(tenants, when);
  send_directive(when);
}

void Tenants::send_directive(Cycle when) {
  const auto directive = policy_.directive(when);
  if (!directive) return;
  sent_.push_back(*directive);
  const Cycle arrival = when + chip_.machine.control.control_latency;
  for (const auto& sm : chip_.sms) sm->schedule(arrival, core::SmEvent::of_sharing(sent_.back()));
}

SmTenantWindow Tenants::counts_of(std::uint32_t sm, unsigned tenant) const {
  const core::KernelCounters& kernel = chip_.sms[sm]->counters().kernels[tenant];
  const core::L1Counters& l1 = kernel.l1;
  return {.warp_instructions = kernel.warp_instructions,
          .thread_instructions = kernel.thread_instructions(),
          .requests = l1.misses + l1.stores - l1.stores_kept + l1.atomics + l1.bypasses};
}

TenantWindow Tenants::counts_of(unsigned tenant, Cycle when) const {
  TenantWindow sum;
  const auto slot = static_cast<std::uint8_t>(tenant);
  for (const auto& partition : chip_.partitions) {
    sum.reply_flits += partition->l2_counters(slot).reply_flits;
    sum.dram_bytes += partition->dram_counters(slot).bytes;
  }
  for (const auto& sm : chip_.sms) {
    sm->stall_book().account(when);
    for (unsigned issue = 0; issue < sm->contexts().shape.slots; ++issue) {
      const model::StallCounters stalls = sm->stall_book().of(tenant, issue);
      sum.memory_stall += stalls.of(model::Stall::scoreboard_memory);
      sum.slot_cycles += stalls.total() - stalls.of(model::Stall::empty);
    }
  }
  return sum;
}

void Tenants::measure(policy::CorunWindow& window) {
  for (unsigned tenant = 0; tenant < policy::kTenants; ++tenant) {
    if (!present_[tenant]) continue;
    for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
      const SmTenantWindow now = counts_of(sm, tenant);
      const SmTenantWindow before = std::exchange(sms_before_[sm][tenant], now);
      SmTenantWindow& of = sms_[sm][tenant];
      of.warp_instructions = now.warp_instructions - before.warp_instructions;
      of.thread_instructions = now.thread_instructions - before.thread_instructions;
      of.requests = now.requests - before.requests;
    }
    const TenantWindow now = counts_of(tenant, window.end);
    const TenantWindow before = std::exchange(before_[tenant], now);
    window.tenants[tenant] = {.reply_flits = now.reply_flits - before.reply_flits,
                              .dram_bytes = now.dram_bytes - before.dram_bytes,
                              .memory_stall = now.memory_stall - before.memory_stall,
                              .slot_cycles = now.slot_cycles - before.slot_cycles};
  }
}

void Tenants::end_window(std::span<const Ledger> ledgers) {
  policy::CorunWindow window{window_end_, policy_.window(), sms_, {}};
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm)
    for (unsigned tenant = 0; tenant < policy::kTenants; ++tenant)
      sms_[sm][tenant] = {.blocks = ledgers[sm].blocks_of(static_cast<std::uint8_t>(tenant))};
  measure(window);
  window_end_ += policy_.window();
  policy_.window_elapsed(window);
  send_directive(window.end);
}

}  // namespace heddle::gpu
