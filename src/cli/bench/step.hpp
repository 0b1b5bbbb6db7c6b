// One step of a benchmark: a command of heddle in a process of its own. The output is shown only if
// the step fails.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// Runs `heddle ARGUMENTS` and waits for its end. The output goes to a file in `folder`. Throws
/// Error, which begins with `what`, if the exit code is not 0 or a signal interrupts the step.
void run_step(const std::string& what, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder);

}  // namespace heddle::cli
