// The parameters of a cache's replacement outside of a run's configuration: those of `heddle
// replay`.
#pragma once

#include <string>
#include <vector>

#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::sim {

/// Makes replacements with what assignments, "replacement.NAME.PARAMETER=VALUE", say of the
/// replacement of that name. Throws Error for an assignment of anything else, and for a wrong
/// value.
policy::Replacements replacements_of(const std::string& name,
                                     const std::vector<std::string>& assignments);

}  // namespace heddle::sim
