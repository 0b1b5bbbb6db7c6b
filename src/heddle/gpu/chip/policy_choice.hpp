// The policies of a run: the name of one policy of each kind, and how their parameters are set.
// Each SM has its own schedulers, throttle and organisation; block dispatch and residency serve
// the whole GPU.
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
#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::gpu {

/// `configure` is called with each policy made ("kind.name") and sets its parameters.
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

/// Makes block dispatch and residency, behind the boundary that checks their answers. Throws Error
/// for a name that no policy has.
DispatchBoundary make_dispatch_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// Makes the policy by which programs share the GPU, likewise.
CorunBoundary make_corun_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// Makes the replacement policies of the caches, which the machine names.
policy::Replacements replacements_of(const PolicyChoice& choice);

/// Throws Error if a cache of the machine cannot have the replacement that it names.
void check_replacements(const MachineSpec& machine, const PolicyChoice& choice);

/// The policies of the whole GPU, of which some have parts on SMs.
struct GpuPolicies {
  DispatchBoundary& dispatch;
  const CorunBoundary& sharing;
};

/// How blocks fit on an SM of the machine as the chosen organisation divides it. Throws Error for a
/// name that no policy has.
BlockFit make_block_fit(const MachineSpec& machine, const PolicyChoice& choice);

/// Makes the policies of one SM, the parts of those of the GPU among them. Throws Error for a name
/// that no policy has.
core::SmPolicies make_sm_policies(const PolicyChoice& choice, const GpuPolicies& of_gpu,
                                  std::uint32_t sm);

}  // namespace heddle::gpu
