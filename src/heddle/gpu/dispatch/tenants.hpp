// The programs that share the GPU (tenants). The class knows which tenants have a grid, and how
// much of the GPU the sharing policy gives to each tenant. No limit applies to a grid without a
// tenant, so such a grid is allowed only with a policy that limits no tenant.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/corun_boundary.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"
#include "heddle/gpu/dispatch/ledger.hpp"

namespace heddle::gpu {

class Tenants {
 public:
  Tenants(CorunBoundary& policy, const Chip& chip);
  Tenants(const Tenants&) = delete;
  Tenants& operator=(const Tenants&) = delete;

  /// Throws Error for a grid that is not allowed under the sharing policy.
  void check(const exec::Grid& grid) const;
  /// Sets the number of warp instructions per cycle that an SM issues while the tenant runs alone.
  void set_alone_ipc(unsigned tenant, double warp_instructions) {
    alone_ipc_[tenant] = warp_instructions;
  }

  /// Notes that the grid has got the kernel slot of its tenant.
  void begin(const GridRun& run);
  /// Notes that the grid has ended. `follows`: another grid of the same tenant begins in the same
  /// cycle.
  void end(const GridRun& run, bool follows);
  /// Tells the policy which tenants share the GPU from `when` on, if the tenants have changed.
  void tell_policy(Cycle when);
  /// Whether the SM, which holds `blocks` blocks of the grid, may get one more block of this grid.
  bool admits(std::uint32_t sm, const GridRun& run, std::uint64_t blocks) const {
    return !policy_.limits() || blocks < policy_.caps()[sm][run.slot];
  }

  // Windows of the sharing policy.
  Cycle window_end() const { return window_end_; }
  /// Number of cycles up to `now` in which the policy was in a sampling phase.
  Cycle sampled(Cycle now) const { return policy_.sampled(now); }
  /// Ends the present window, after all events up to its end.
  void end_window(std::span<const Ledger> ledgers);

 private:
  void send_directive(Cycle when);
  policy::SmTenantWindow counts_of(std::uint32_t sm, unsigned tenant) const;
  policy::TenantWindow counts_of(unsigned tenant, Cycle when) const;
  /// Fills in the counts of the time since the last call.
  void measure(policy::CorunWindow& window);

  CorunBoundary& policy_;
  const Chip& chip_;
  std::array<std::optional<policy::TenantGrid>, policy::kTenants> present_;
  std::array<double, policy::kTenants> alone_ipc_{};
  bool changed_ = false;
  std::deque<policy::CorunDirective> sent_;  ///< sent directives, kept because SMs may still refer
                                             ///< to them
  Cycle window_end_ = kNever;
  /// By SM and tenant: the counts at the end of the last window, and the counts of the window that
  /// ends now.
  std::vector<std::array<policy::SmTenantWindow, policy::kTenants>> sms_before_, sms_;
  std::array<policy::TenantWindow, policy::kTenants> before_{};
};

}  // namespace heddle::gpu
