// Finds files that a run would write over its inputs, or write twice.
#pragma once

#include "cli/run/requests/run_request.hpp"

namespace heddle::cli {

/// Throws Error if the output of an option is also a file that the run reads (the program, files
/// among its arguments, settings), a file of the run's output folder, or the output of another
/// option.
void refuse_output_conflicts(const RunRequest& request);

}  // namespace heddle::cli
