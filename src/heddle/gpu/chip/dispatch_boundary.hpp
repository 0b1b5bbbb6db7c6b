// The boundary between the dispatcher and the policies of the whole GPU: only this class calls the
// block dispatch, residency and preemption trigger policies. The boundary checks each answer before
// the dispatcher acts on it. An answer that the policy's interface does not allow, or an exception
// of the policy, ends the run with a PolicyError (policy/policy_error.hpp). core::PolicyBoundary is
// the corresponding boundary on an SM.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/named.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

/// The policies that decide for the whole GPU.
struct DispatchPolicies {
  policy::Named<policy::BlockDispatch> block_dispatch;
  policy::Named<policy::Residency> residency;
  policy::Named<policy::PreemptionTrigger> trigger;
};

class DispatchBoundary {
 public:
  DispatchBoundary(const MachineSpec& machine, DispatchPolicies policies);

  const std::string& residency() const { return residency_.name.name; }
  bool releases_warps() const { return releases_warps_; }
  /// How many block and warp contexts an SM holds.
  const policy::ContextLimits& limits() const { return limits_; }
  Cycle window() const { return window_; }
  /// Whether the residency policy has a part on any SM.
  bool has_parts() const {
    return std::find(has_part_.begin(), has_part_.end(), true) != has_part_.end();
  }
  /// Returns the residency policy's part for the SM. Called once for each SM, before the SM gets
  /// blocks.
  std::unique_ptr<policy::SmResidency> part(std::uint32_t sm);

  // The following functions call a policy and check its answer. `when`: the cycle of the decision.
  std::uint64_t most_on_an_sm(std::uint64_t blocks, std::uint64_t room, bool cooperative,
                              Cycle when) const;
  std::uint32_t admit(std::uint32_t sm, const policy::Room& room, const model::BlockDemand& demand,
                      Cycle when) const;
  /// Returns the SM that the policy chooses among the SMs that fit, or nothing if no SM fits.
  std::optional<std::uint32_t> choose(const std::vector<bool>& fits, Cycle when);
  std::optional<policy::Directive> window_elapsed(std::span<const policy::SmWindow> sms,
                                                  Cycle when);
  /// A number that changes whenever admit() may return something else for the same arguments.
  std::uint64_t changes() const { return changes_; }
  bool meters_kernels() const { return meters_kernels_; }
  /// Tells the residency policy how much each kernel has used the GPU in the last window. Returns
  /// whether the policy may now admit blocks that it refused before.
  bool kernels_metered(std::span<const policy::KernelWindow> kernels, Cycle when);
  /// Returns the cycle in which the preemption trigger fires next.
  Cycle next_signal() const;
  bool watches_grids() const { return watches_grids_; }
  /// Returns false if the trigger will never send a signal again.
  bool sends_signals() const { return watches_grids_ || next_signal() != kNever; }
  /// Asks the trigger for a signal. Returns nothing if it sends none. `is_due`: `when` is the cycle
  /// that next_signal() returned.
  std::optional<policy::SentSignal> fire(const policy::Situation& situation, Cycle when,
                                         bool is_due);

 private:
  void check_admitted(std::uint32_t sm, const policy::Room& room, const model::BlockDemand& demand,
                      std::uint32_t warps, Cycle when) const;

  policy::Named<policy::BlockDispatch> block_dispatch_;
  policy::Named<policy::Residency> residency_;
  policy::Named<policy::PreemptionTrigger> trigger_;
  bool releases_warps_ = false;
  policy::ContextLimits limits_;
  bool watches_grids_ = false;
  bool meters_kernels_ = false;
  Cycle window_ = 0;
  std::uint64_t changes_ = 0;   ///< calls that may have changed the residency policy
  std::vector<bool> has_part_;  ///< by SM: whether the residency policy has a part on the SM
};

}  // namespace heddle::gpu
