// Finds files that a run would write over its inputs, or write twice.
#pragma once

#include "cli/run/requests/run_request.hpp"

namespace heddle::cli {

/// Throws Error if the output file of an option has a second use in the run. The second use is an
/// input (the program, a file among its arguments, a file of settings), a file of the run's output
/// folder, or the output of another option.
void refuse_output_conflicts(const RunRequest& request);

}  // namespace heddle::cli
