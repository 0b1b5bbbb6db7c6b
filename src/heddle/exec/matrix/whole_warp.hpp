// The condition that all matrix instructions have: all threads of the warp execute them.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Throws ExecutionFault if the condition does not hold.
void check_matrix_instruction(const StepContext& context);

}  // namespace heddle::exec
