// Whether the chosen policies can work together on a machine. Most of these rules stand where the
// GPU is made, so the check makes a GPU of one SM, before a program starts.
#pragma once

#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

/// Throws Error, with the reason and the fix, if a GPU with these policies cannot be made. A policy
/// that refuses only an SM other than the first is refused when the program makes the GPU.
/// Simulates nothing.
void check_policies_together(const Configuration& configuration);

}  // namespace heddle::sim
