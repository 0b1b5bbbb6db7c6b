// Checks which policies can serve an organisation whose entities exchange their threads.
#pragma once

#include <string>

#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/policy/sm_policy.hpp"

namespace heddle::core {

/// Throws Error if the policy needs entities that keep their threads for longer than the
/// organisation's entities do. The message names policies of the same kind that fit.
void check_entity_life(const std::string& organisation, const policy::Shape& shape,
                       const policy::PolicyName& name, const policy::SmPolicy& policy);
/// Like check_entity_life(), for a residency policy of an SM. `starts_late`: a block can come
/// without some of its warps.
void check_late_warps(const std::string& organisation, const policy::Shape& shape,
                      const std::string& residency, bool starts_late);

}  // namespace heddle::core
