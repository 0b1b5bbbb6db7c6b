// Creates the policies of a run from their names and parameters.
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

/// Creates the block dispatch, residency and preemption trigger policies. Returns them inside the
/// boundary that checks their answers. Throws Error for an unknown policy name.
DispatchBoundary make_dispatch_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// Creates the sharing policy. Returns it inside the boundary that checks its answers. Throws Error
/// for an unknown policy name.
CorunBoundary make_corun_boundary(const MachineSpec& machine, const PolicyChoice& choice);

/// Returns the factory of the replacement policies that the machine names for its caches.
policy::Replacements replacements_of(const PolicyChoice& choice);

/// Throws Error if the machine names a replacement policy that the cache cannot use.
void check_replacements(const MachineSpec& machine, const PolicyChoice& choice);

/// The policies of the whole GPU. Some of them have a part on each SM.
struct GpuPolicies {
  DispatchBoundary& dispatch;
  const CorunBoundary& sharing;
};

/// Returns the calculator of block demands and occupancy for the machine's SMs, as the chosen
/// organisation divides them into lanes. Throws Error for an unknown policy name.
BlockFit make_block_fit(const MachineSpec& machine, const PolicyChoice& choice);

/// Creates the policies of one SM, including the SM's parts of the policies of the whole GPU.
/// Throws Error for an unknown policy name.
core::SmPolicies make_sm_policies(const PolicyChoice& choice, const GpuPolicies& of_gpu,
                                  std::uint32_t sm);

}  // namespace heddle::gpu
