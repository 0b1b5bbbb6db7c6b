// A fast path for the most common access to shared memory: all 32 lanes load or store a word of 4
// bytes. The fast path takes one pass over the register rows. The general path (access_parts.hpp)
// has the same outcome and handles all other accesses.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Executes the load and fills in the step's access. Does nothing and returns false if the access
/// has another form, or if an address is misaligned or out of bounds.
bool load_shared_words(const StepContext& context);
bool store_shared_words(const StepContext& context);

}  // namespace heddle::exec
