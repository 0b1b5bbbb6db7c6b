// The conditions that all matrix instructions have: the device has the instruction, and all threads
// of the warp execute it.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Throws ExecutionFault if a condition does not hold.
void check_matrix_instruction(const StepContext& context);

}  // namespace heddle::exec
