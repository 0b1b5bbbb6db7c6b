// What each program gets of an SM, without a simulation.
#pragma once

#include <string>
#include <vector>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

/// Throws Error if the parameters of the configuration's sharing policy do not suit so many
/// programs.
void check_programs(const sim::Configuration& configuration, std::size_t programs);
/// Throws Error where the policy cannot serve these tenants, all at once.
void check_tenants(const sim::Configuration& configuration,
                   const std::vector<policy::TenantGrid>& tenants);

/// A table of blocks, quotas and dominant resources under the configuration's sharing policy.
/// Throws Error where the policy cannot serve the tenants.
std::string corun_plan(const sim::Configuration& configuration,
                       const std::vector<policy::TenantGrid>& tenants);

/// Blocks of each tenant where nobody is limited: each in turn takes what has room.
std::vector<std::uint64_t> leftover_blocks(const std::vector<policy::TenantGrid>& tenants,
                                           const model::Resources& sm);

}  // namespace heddle::study
