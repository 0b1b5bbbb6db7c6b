// The programs that share the GPU: which of them have a grid, and what the sharing policy gives
// each of them. Grids without a tenant are not limited, and need a policy that limits nobody.
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

  /// Throws Error for a grid that the policy cannot serve.
  void check(const exec::Grid& grid) const;
  /// How many warp instructions an SM issues in a cycle while the tenant is alone.
  void set_alone_ipc(unsigned tenant, double warp_instructions) {
    alone_ipc_[tenant] = warp_instructions;
  }

  /// The grid has the kernel slot of its tenant.
  void begin(const GridRun& run);
  /// The grid has ended. `follows`: another of its tenant begins at once.
  void end(const GridRun& run, bool follows);
  /// Tells the policy who shares the GPU from `when` on, if that has changed.
  void settle(Cycle when);
  /// Whether the SM, which holds so many blocks of the grid, may get one more.
  bool admits(std::uint32_t sm, const GridRun& run, std::uint64_t blocks) const {
    return !policy_.limits() || blocks < policy_.caps()[sm][run.slot];
  }

  // Windows.
  Cycle window_end() const { return window_end_; }
  /// Cycles up to `now` in which the policy has sampled.
  Cycle sampled(Cycle now) const { return policy_.sampled(now); }
  /// The window that ends is over, and everything up to its end has happened.
  void end_window(std::span<const Ledger> ledgers);

 private:
  void send_directive(Cycle when);
  policy::SmTenantWindow counts_of(std::uint32_t sm, unsigned tenant) const;
  policy::TenantWindow counts_of(unsigned tenant, Cycle when) const;
  /// What has happened since it was asked last.
  void measure(policy::CorunWindow& window);

  CorunBoundary& policy_;
  const Chip& chip_;
  std::array<std::optional<policy::TenantGrid>, policy::kTenants> present_;
  std::array<double, policy::kTenants> alone_ipc_{};
  bool changed_ = false;
  std::deque<policy::CorunDirective> sent_;  ///< kept, since SMs may still wait for the last ones
  Cycle window_end_ = kNever;
  /// Counts at the last window's end.
  std::vector<std::array<policy::SmTenantWindow, policy::kTenants>> sms_before_, sms_;
  std::array<policy::TenantWindow, policy::kTenants> before_{};
};

}  // namespace heddle::gpu
