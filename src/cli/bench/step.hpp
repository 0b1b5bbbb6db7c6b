// One step of a benchmark: a command of heddle's own, run as a process of its own whose output is
// shown only if it fails.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// Runs `heddle ARGUMENTS` and waits for it. What it prints goes to a file in `folder`. Throws
/// Error if its exit code is not 0, beginning with `what`, or if the benchmark is to end.
void run_step(const std::string& what, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder);

}  // namespace heddle::cli
