// The command line of `heddle corun`.
#pragma once

#include "cli/command.hpp"
#include "study/corun/corun_request.hpp"

namespace heddle::cli {

/// False: help was shown, nothing is to be run. Throws Error. Makes no file and no folder.
bool parse_corun_request(Arguments arguments, study::CorunRequest& request);
/// Likewise; outputs can be written then.
bool read_corun_request(Arguments arguments, study::CorunRequest& request);

}  // namespace heddle::cli
