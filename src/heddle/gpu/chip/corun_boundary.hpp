// The boundary between the GPU and its sharing policy, which divides the GPU among several programs
// (tenants). Only the boundary calls the policy, and it checks each answer. An answer that the
// policy's interface does not allow, or an exception of the policy, ends the run with a
// PolicyError. Parameters that do not suit the tenants end the run with an Error. core::CorunPart
// is the corresponding boundary on an SM.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/named.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::gpu {

class CorunBoundary {
 public:
  /// `policy` must not have been attached to a GPU before.
  CorunBoundary(const MachineSpec& machine, policy::Named<policy::Corun> policy);

  const std::string& name() const { return policy_.name.name; }
  /// Whether the policy limits tenants. If not, part() is the only function below that is called.
  bool limits() const { return limits_; }
  Cycle window() const { return window_; }
  /// Returns the policy's part for the SM. Called once for each SM.
  std::unique_ptr<policy::SmCorun> part(std::uint32_t sm) const;

  /// Throws Error if the policy's parameters do not suit this number of programs.
  void check_programs(std::size_t programs) const;
  void share(std::span<const policy::TenantGrid> tenants, Cycle when);
  void window_elapsed(const policy::CorunWindow& window);
  /// By SM, then by tenant: how many blocks of the tenant the SM may hold now.
  using Caps = std::vector<std::array<std::uint64_t, policy::kTenants>>;
  const Caps& caps() const { return caps_; }
  std::optional<policy::CorunDirective> directive(Cycle when) const;
  std::optional<policy::TenantPlan> plan(unsigned tenant) const;
  /// Returns the number of cycles up to `now` in which the policy was in a sampling phase, before
  /// it made a choice.
  Cycle sampled(Cycle now) const {
    return sampled_ + (is_sampling_ && now > sampling_since_ ? now - sampling_since_ : 0);
  }

 private:
  /// Asks the policy for the caps, and whether it is sampling.
  void read_caps(Cycle when);
  std::uint64_t cap_of(std::uint32_t sm, const policy::TenantGrid& tenant, Cycle when) const;
  /// Throws PolicyError if the policy has given the tenant no SM for `longest_wait_` cycles, or
  /// gives it none and has no windows.
  void check_served(const policy::TenantGrid& tenant, Cycle when);

  policy::Named<policy::Corun> policy_;
  bool limits_ = false;
  Cycle window_ = 0;
  Cycle longest_wait_;                       ///< cycles that a tenant may be without an SM
  std::vector<policy::TenantGrid> tenants_;  ///< the tenants that share the GPU
  Caps caps_;
  std::array<Cycle, policy::kTenants> served_{};  ///< by tenant: when it last had an SM
  bool is_sampling_ = false;
  Cycle sampling_since_ = 0,
        sampled_ = 0;  ///< start of the present sampling phase; total cycles of earlier sampling
                       ///< phases
};

/// Returns the facts about the machine that a sharing policy gets.
policy::CorunMachine corun_machine(const MachineSpec& machine);

}  // namespace heddle::gpu
