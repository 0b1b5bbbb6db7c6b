// Settings that change nothing, given what else is set.
#pragma once

#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

/// Throws Error that says what is missing if the command line names a policy that nobody asks, or a
/// parameter that nothing reads. Machine files may say what a machine does not use.
void check_effects(const Configuration& configuration, const Settings& settings);

}  // namespace heddle::sim
