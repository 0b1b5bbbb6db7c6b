// The parameters of a cache's replacement policy in `heddle replay`, where they do not come from a
// run's configuration.
#pragma once

#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::sim {

/// Returns a factory of replacement policies. `assignments` set the parameters of the policy
/// `name`, in the form "replacement.NAME.PARAMETER=VALUE". Throws Error for any other assignment
/// and for a wrong value.
policy::Replacements replacements_of(const std::string& name,
                                     const std::vector<std::string>& assignments);

}  // namespace heddle::sim
