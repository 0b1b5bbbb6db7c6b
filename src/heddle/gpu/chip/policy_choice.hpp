// The policies of a run: the name of one policy of each kind, and how their parameters are set.
// Each SM has its own schedulers, throttle and organisation; block dispatch, residency, the
// preemption trigger and the sharing policy serve the whole GPU.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "heddle/base/parameter.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/gpu/chip/corun_boundary.hpp"
#include "heddle/gpu/chip/dispatch_boundary.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

/// `configure` is called with the prefix ("kind.name") and parameters of each new policy, and sets
/// the parameters.
struct PolicyChoice {
  std::string warp_scheduler{policy::WarpScheduler::kDefault};
  std::string gang_scheduler{policy::GangScheduler::kDefault};
  std::string throttle{policy::Throttle::kDefault};
  std::string block_dispatch{policy::BlockDispatch::kDefault};
  std::string organisation{policy::Organisation::kDefault};
  std::string residency{policy::Residency::kDefault};
  std::string preemption{policy::Preemption::kDefault};
  std::string preemption_trigger{policy::PreemptionTrigger::kDefault};
  std::string corun{policy::Corun::kDefault};
  std::function<void(const std::string& prefix,
                     const std::function<void(ParameterVisitor&)>& describe)>
      configure = {};
};

/// Makes the block dispatch, residency and preemption trigger policies, behind the boundary that
/// checks their answers. Throws Error for an unknown policy name.
DispatchBoundary make_dispatch_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// Makes the sharing policy, behind the boundary that checks its answers. Throws Error for an
/// unknown policy name.
CorunBoundary make_corun_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// The policies of the whole GPU. Some of them have a part on each SM.
struct GpuPolicies {
  DispatchBoundary& dispatch;
  const CorunBoundary& sharing;
};

/// How blocks fit on an SM of the machine as the chosen organisation divides the SM. Throws Error
/// for an unknown policy name.
BlockFit make_block_fit(const MachineSpec& machine, const PolicyChoice& choice);

/// Makes the policies of one SM, together with the SM's parts of the GPU's policies. Throws Error
/// for an unknown policy name.
core::SmPolicies make_sm_policies(const PolicyChoice& choice, const GpuPolicies& of_gpu,
                                  std::uint32_t sm);

}  // namespace heddle::gpu
