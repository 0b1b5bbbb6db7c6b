#include "heddle/gpu/chip/corun_boundary.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/residents/resource_unit.hpp"

namespace heddle::gpu {

using policy::Occasion;
using policy::TenantGrid;

policy::CorunMachine corun_machine(const MachineSpec& machine) {
  const std::uint32_t ports = std::min(machine.sm.count, machine.memory().slices());
  const double flits = machine.interconnect.clock_mhz / machine.device.core_clock_mhz * ports;
  const double dram = machine.dram.clock_mhz * machine.dram.bytes_per_cycle * machine.dram.channels;
  return {.sms = machine.sm.count,
          .sm = core::resources_of(machine.sm),
          .tenant_queues = machine.load_store.tenant_queues,
          .flits = flits,
          .dram_bytes = dram / machine.device.core_clock_mhz};
}

CorunBoundary::CorunBoundary(const MachineSpec& machine, policy::Named<policy::Corun> policy)
    : policy_(std::move(policy)),
      longest_wait_(machine.control.watchdog_cycles),
      caps_(machine.sm.count) {
  const auto no_cycle = [] { return Occasion{}; };
  limits_ = policy::ask(policy_.name, no_cycle, "limits", [&] { return policy_->limits(); });
  if (!limits_) return;
  policy::ask(policy_.name, no_cycle, "attach", [&] {
    policy_->attach(corun_machine(machine));
    window_ = policy_->window();
  });
  if (window_ != 0 && window_ < machine.control.quantum) {
    refuse_answer(
        policy_.name, {}, "window()", fmt::format("{} cycles", window_),
        fmt::format("0, or control.quantum ({} cycles) or more", machine.control.quantum));
  }
}

std::unique_ptr<policy::SmCorun> CorunBoundary::part(std::uint32_t sm) const {
  if (!limits_) return nullptr;
  return policy::ask(
      policy_.name, [&] { return Occasion{.sm = sm}; }, "part", [&] { return policy_->part(sm); });
}

void CorunBoundary::check_programs(std::size_t programs) const {
  if (!limits_) return;
  const std::string misfit = policy::ask(
      policy_.name, [] { return Occasion{}; }, "misfit", [&] { return policy_->misfit(programs); });
  if (!misfit.empty()) fail("corun={}: {}", policy_.name.name, misfit);
}

void CorunBoundary::share(std::span<const TenantGrid> tenants, Cycle when) {
  for (const TenantGrid& tenant : tenants) {
    const bool is_new = std::ranges::none_of(
        tenants_, [&](const TenantGrid& known) { return known.tenant == tenant.tenant; });
    if (is_new) served_[tenant.tenant] = when;
  }
  tenants_.assign(tenants.begin(), tenants.end());
  const auto at = [&] { return Occasion{.cycle = when}; };
  const std::string refusal = policy::ask(policy_.name, at, "share", [&] {
    policy_->share(tenants_, when);
    return policy_->refusal(tenants_);
  });
  if (!refusal.empty()) fail("corun={}: {}", policy_.name.name, refusal);
  read_caps(when);
}

void CorunBoundary::window_elapsed(const policy::CorunWindow& window) {
  policy::ask(
      policy_.name, [&] { return Occasion{.cycle = window.end}; }, "window_elapsed",
      [&] { policy_->window_elapsed(window); });
  read_caps(window.end);
}

void CorunBoundary::read_caps(Cycle when) {
  sampled_ = sampled(when);
  sampling_since_ = when;
  is_sampling_ = policy::ask(
      policy_.name, [&] { return Occasion{.cycle = when}; }, "is_sampling",
      [&] { return policy_->is_sampling(); });
  for (auto& of_sm : caps_) of_sm.fill(0);
  for (std::uint32_t sm = 0; sm < caps_.size(); ++sm)
    for (const TenantGrid& tenant : tenants_) caps_[sm][tenant.tenant] = cap_of(sm, tenant, when);
  for (const TenantGrid& tenant : tenants_) check_served(tenant, when);
}

std::uint64_t CorunBoundary::cap_of(std::uint32_t sm, const TenantGrid& tenant, Cycle when) const {
  const Occasion at{.sm = sm, .cycle = when};
  const std::uint64_t cap = policy::ask(
      policy_.name, [&] { return at; }, "cap", [&] { return policy_->cap(sm, tenant.tenant); });
  if (cap > tenant.fits) {
    refuse_answer(policy_.name, at, fmt::format("cap(SM {}, tenant {})", sm, tenant.tenant),
                  fmt::format("{} blocks", cap),
                  fmt::format("0 to {}, so many blocks of {} as an SM has room for", tenant.fits,
                              tenant.kernel));
  }
  return cap;
}

void CorunBoundary::check_served(const TenantGrid& tenant, Cycle when) {
  const bool has_sm =
      std::ranges::any_of(caps_, [&](const auto& of_sm) { return of_sm[tenant.tenant] != 0; });
  Cycle& served = served_[tenant.tenant];
  if (has_sm) served = when;
  const bool may_still = window_ != 0 && when - served < longest_wait_;
  if (has_sm || may_still) return;
  refuse_answer(policy_.name, {.cycle = when},
                fmt::format("cap(each SM, tenant {})", tenant.tenant), "0 blocks",
                window_ == 0 ? "1 or more on some SM, since without windows it would not change"
                             : fmt::format("1 or more on some SM within {} cycles "
                                           "(control.watchdog_cycles)",
                                           longest_wait_));
}

std::optional<policy::CorunDirective> CorunBoundary::directive(Cycle when) const {
  return policy::ask(
      policy_.name, [&] { return Occasion{.cycle = when}; }, "directive",
      [&] { return policy_->directive(); });
}

std::optional<policy::TenantPlan> CorunBoundary::plan(unsigned tenant) const {
  return policy::ask(
      policy_.name, [] { return Occasion{}; }, "plan", [&] { return policy_->plan(tenant); });
}

}  // namespace heddle::gpu
