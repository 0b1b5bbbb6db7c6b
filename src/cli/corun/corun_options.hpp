// The command line of `heddle corun`.
#pragma once

#include "cli/command.hpp"
#include "study/corun/corun_request.hpp"

namespace heddle::cli {

/// Reads the command line. Returns false if help was shown and nothing is to be run. Throws Error
/// for a wrong command line. Makes no file and no folder.
bool parse_corun_request(Arguments arguments, study::CorunRequest& request);
/// Does the same as parse_corun_request, and throws Error if an output cannot be written.
bool read_corun_request(Arguments arguments, study::CorunRequest& request);

}  // namespace heddle::cli
