// The share of an SM that each program gets, computed without a simulation.
#pragma once

#include <string>
#include <vector>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

/// Throws Error if the parameters of the sharing policy do not fit this number of programs.
void check_programs(const sim::Configuration& configuration, std::size_t programs);
/// Throws Error if the policy cannot serve these tenants at the same time.
void check_tenants(const sim::Configuration& configuration,
                   const std::vector<policy::TenantGrid>& tenants);

/// A table with the blocks, the quota and the dominant resource of each tenant under the sharing
/// policy. Throws Error if the policy cannot serve the tenants.
std::string corun_plan(const sim::Configuration& configuration,
                       const std::vector<policy::TenantGrid>& tenants);

/// The number of blocks of each tenant on an SM without a sharing policy. One after the other, each
/// tenant takes as many blocks as fit into the resources that the tenants before it have left.
std::vector<std::uint64_t> leftover_blocks(const std::vector<policy::TenantGrid>& tenants,
                                           const model::Resources& sm);

}  // namespace heddle::study
