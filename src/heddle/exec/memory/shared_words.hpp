// The commonest access to shared memory, in one pass over its rows: all 32 lanes load or store a
// word of 4 bytes each. The general way (access_parts.hpp) has the same outcome and takes the rest.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Executes the load and fills in the step's access. False: nothing was done, since the access is
/// another one, or an address is misaligned or out of bounds.
bool load_shared_words(const StepContext& context);
bool store_shared_words(const StepContext& context);

}  // namespace heddle::exec
