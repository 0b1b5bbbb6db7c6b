// The parameters of a cache's replacement that do not come from a run's configuration: those of
// `heddle replay`.
#pragma once

#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::sim {

/// Returns a factory of replacements. `assignments` sets the parameters of the replacement `name`,
/// as "replacement.NAME.PARAMETER=VALUE". Throws Error for an assignment of anything else, and for
/// a wrong value.
policy::Replacements replacements_of(const std::string& name,
                                     const std::vector<std::string>& assignments);

}  // namespace heddle::sim
