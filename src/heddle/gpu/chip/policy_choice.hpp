// Makes the policies of a run, of which it has the names and the parameters.
#pragma once

#include <cstdint>

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/gpu/chip/corun_boundary.hpp"
#include "heddle/gpu/chip/dispatch_boundary.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/kinds.hpp"
#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::gpu {

using policy::PolicyChoice;

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
