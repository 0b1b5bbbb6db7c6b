// Files that a run would write over what it reads, or twice.
#pragma once

#include "cli/run/requests/run_request.hpp"

namespace heddle::cli {

/// Throws Error where an option that names an output names a file that the run reads (the program,
/// files among its arguments, settings), a file of its output folder, or what another option names.
void refuse_output_conflicts(const RunRequest& request);

}  // namespace heddle::cli
