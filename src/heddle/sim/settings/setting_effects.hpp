// Finds settings that have no effect because of other settings.
#pragma once

#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

/// Throws Error if the command line sets a policy that the run never uses, or a parameter that is
/// never read. The message says which other setting is needed. Machine files may set parameters
/// that the machine does not use.
void check_effects(const Configuration& configuration, const Settings& settings);

}  // namespace heddle::sim
